'use strict';
// The table of every row.

// A row has the fields that differ from the previous row: a line with their bits in hex, then one line for each.
const FIELDS = ['host', 'uuid', 'benchmark', 'variant', 'point', 'roof', 'metric', 'unit', 'value', 'limit', 'clock',
	'status', 'reason', 'lo', 'hi'];
const readRows = text => {
	const lines = text.split('\n'), rows = [];
	let last = FIELDS.map(() => '');
	for (let i = 0; i + 1 < lines.length;) {
		const changed = parseInt(lines[i++], 16);
		last = last.slice();
		for (let k = 0; changed >> k; k++)
			if (changed >> k & 1)
				last[k] = lines[i++];
		rows.push(last);
	}
	return rows;
};

const COLUMNS = [
	['host', row => row[0]],
	['GPU', row => row[1].slice(0, 12)],
	['benchmark', row => row[2]],
	['variant', row => row[3]],
	['point', row => row[4]],
	['roof', row => row[5]],
	['metric', row => row[6]],
	['value', row => row[8] && +row[8], row => row[7]],
	['from', row => row[13] && +row[13], row => row[7]],
	['to', row => row[14] && +row[14], row => row[7]],
	['limit', row => row[9] && +row[9], row => row[7]],
	['of limit', row => row[8] && row[9] && row[8] / row[9], () => '%'],
	['clock', row => row[10] && +row[10], () => 'Hz'],
	['status', row => row[11]],
	['reason', row => row[12]]
];
const STEP = 200;
let all = [], chosen = [], count = STEP;

const body = makeTable(at('rows'), 'Every row', COLUMNS.map(([name]) => name));

const addRow = row => {
	const line = make('tr');
	line.className = row[11] === 'ok' ? 'o' : 'b';
	for (const [, of, unit] of COLUMNS) {
		const value = of(row), cell = make('td', undefined, line);
		if (!unit) {
			cell.textContent = value;
			continue;
		}
		cell.className = 'n';
		if (value === '')
			continue;
		cell.dataset.v = value;
		cell.textContent = unit(row) === '%' ? percent(value, 1) : si(value, unit(row));
	}
	return line;
};
const show = () => {
	body.replaceChildren(...chosen.slice(0, count).map(addRow));
	at('more').hidden = chosen.length <= count;
	at('shown').textContent = chosen.length + ' rows' + (chosen.length > count ? ', the first ' + count +
		' of them here' : '');
};
const sortRows = (column, up) => {
	const of = COLUMNS[column][1];
	chosen = chosen.map(row => [of(row), row]).sort((a, b) => order(a[0], b[0], up))
		.map(pair => pair[1]);
	show();
};
at('filter').addEventListener('input', () => {
	const words = wordsOf(at('filter').value);
	chosen = all.filter(row => {
		const text = row.join(' ').toLowerCase();
		return words.every(word => text.includes(word));
	});
	count = STEP;
	show();
});
at('more').addEventListener('click', () => {
	count += STEP;
	show();
});
const rowsRead = unpack(at('data').textContent).then(text => {
	// Measured rows come first, then skipped and failed rows.
	const whole = readRows(text), has = row => row[8] !== '';
	all = chosen = [...whole.filter(has), ...whole.filter(row => !has(row))];
	show();
});
