'use strict';
// Texts of files reach the page as textContent only. Tables of many GPUs, and the table of rows, are made when they are looked at.

const make = (name, text, parent) => {
	const element = document.createElement(name);
	if (text !== undefined)
		element.textContent = text;
	if (parent)
		parent.append(element);
	return element;
};

// As gb_text_si().
const si = (value, unit) => {
	if (!unit || unit === '1' || unit === 'cycles' || value === 0)
		return +value.toPrecision(5) + (unit && unit !== '1' ? ' ' + unit : '');
	const steps = [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'u'], [1e-9, 'n']];
	const [scale, prefix] = steps.find(step => Math.abs(value) >= step[0]) || steps[steps.length - 1];
	const scaled = value / scale;
	return scaled.toFixed(Math.abs(scaled) < 10 ? 3 : Math.abs(scaled) < 100 ? 2 : 1) + ' ' + prefix + unit;
};

// ---- tables ---------------------------------------------------------------------------------------------------------

// A number is sorted by its value, which data-v has where the text has a prefix and a unit.
const key = (row, i) => {
	const cell = row.cells[i];
	if (cell.dataset.v !== undefined)
		return +cell.dataset.v;
	if (!cell.classList.contains('n'))
		return cell.textContent;
	return cell.textContent === '' ? -Infinity : +cell.textContent;
};
const order = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b :
	String(a).localeCompare(String(b), undefined, { numeric: true });

const mark = heading => {
	const up = heading.getAttribute('aria-sort') !== 'ascending';
	for (const other of heading.parentNode.cells)
		other.removeAttribute('aria-sort');
	heading.setAttribute('aria-sort', up ? 'ascending' : 'descending');
	return up;
};
const sort = heading => {
	const table = heading.closest('table'), up = mark(heading);
	if (table.closest('#rows')) {
		sortRows(heading.cellIndex, up);
		return;
	}
	const rows = [...table.tBodies[0].rows].map(row => [key(row, heading.cellIndex), row]);
	rows.sort((a, b) => up ? order(a[0], b[0]) : order(b[0], a[0]));
	table.tBodies[0].append(...rows.map(row => row[1]));
};
document.addEventListener('click', event => {
	const heading = event.target.closest('th');
	if (heading)
		sort(heading);
});
document.addEventListener('keydown', event => {
	const heading = event.target.closest('th');
	if (heading && event.key === 'Enter')
		sort(heading);
});

// What stands in a template of <details> is made when it is opened, and before the page is printed.
const fill = details => {
	const template = details.querySelector('template');
	if (template)
		template.replaceWith(template.content);
};
const folded = [...document.querySelectorAll('details')];
for (const details of folded)
	details.addEventListener('toggle', () => fill(details));
addEventListener('beforeprint', () => folded.forEach(details => {
	fill(details);
	details.open = true;
}));

// Of many GPUs only those with all words.
const index = [...document.querySelectorAll('details.gpu')];
if (index.length > 8) {
	const line = make('p'), label = make('label', 'Only GPUs with ', line), box = make('input', undefined, label);
	box.type = 'search';
	box.id = 'gpus';
	box.placeholder = 'host, model, roof or slow';
	index[0].before(line);
	box.addEventListener('input', () => {
		const words = box.value.toLowerCase().split(/\s+/).filter(word => word);
		for (const details of index) {
			const text = details.querySelector('summary').textContent.toLowerCase();
			details.hidden = !words.every(word => text.includes(word));
		}
	});
}

// ---- every row ------------------------------------------------------------------------------------------------------

// A row is a line with the fields that differ from the row before, as bits in hex, and a line for each of these.
const FIELDS = ['host', 'uuid', 'benchmark', 'variant', 'point', 'roof', 'metric', 'unit', 'value', 'limit', 'clock', 'status', 'reason'];
const readRows = () => {
	const lines = document.getElementById('data').textContent.split('\n'), rows = [];
	let last = FIELDS.map(() => '');
	for (let at = 0; at + 1 < lines.length;) {
		const changed = parseInt(lines[at++], 16);
		last = last.map((text, i) => changed >> i & 1 ? lines[at++] : text);
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
	['limit', row => row[9] && +row[9], row => row[7]],
	['of it', row => row[8] && row[9] && row[8] / row[9], () => '%'],
	['clock', row => row[10] && +row[10], () => 'Hz'],
	['status', row => row[11]],
	['reason', row => row[12]]
];
const STEP = 200;
const all = readRows();
let chosen = all, count = STEP;

const body = (() => {
	const frame = make('div', undefined, document.getElementById('rows'));
	frame.className = 'w';
	const table = make('table', undefined, frame), head = make('tr', undefined, make('thead', undefined, table));
	for (const [name] of COLUMNS)
		make('th', name, head).tabIndex = 0;
	return make('tbody', undefined, table);
})();

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
		cell.textContent = unit(row) === '%' ? (100 * value).toFixed(1) + '\u00a0%' : si(value, unit(row));
	}
	return line;
};
const show = () => {
	body.replaceChildren(...chosen.slice(0, count).map(addRow));
	document.getElementById('more').hidden = chosen.length <= count;
	document.getElementById('shown').textContent = chosen.length + ' rows' +
		(chosen.length > count ? ', the first ' + count + ' of them here' : '');
};
const sortRows = (column, up) => {
	const of = COLUMNS[column][1];
	const value = row => of(row) === '' && COLUMNS[column][2] ? -Infinity : of(row);
	chosen = chosen.map(row => [value(row), row]).sort((a, b) => up ? order(a[0], b[0]) : order(b[0], a[0])).map(pair => pair[1]);
	show();
};
const filter = document.getElementById('filter');
filter.addEventListener('input', () => {
	const words = filter.value.toLowerCase().split(/\s+/).filter(word => word);
	chosen = all.filter(row => {
		const text = row.join(' ').toLowerCase();
		return words.every(word => text.includes(word));
	});
	count = STEP;
	show();
});
document.getElementById('more').addEventListener('click', () => {
	count += STEP;
	show();
});
show();

// ---- the roofline ---------------------------------------------------------------------------------------------------

// Of a table of roofs: name, value, half interval, limit, clock, unit.
const readRoofs = details => {
	const template = details.querySelector('template'), from = template ? template.content : details;
	return [...from.querySelectorAll('tbody tr')].map(row => {
		const number = i => row.cells[i].dataset.v === undefined ? NaN : +row.cells[i].dataset.v;
		return { name: row.cells[0].textContent, value: number(1), half: number(2), limit: number(3), clock: number(6),
			unit: (row.cells[1].textContent.match(/(B|FLOP|OP)\/s$/) || [''])[0] };
	}).filter(roof => roof.unit);
};
const isMemory = roof => roof.unit === 'B/s';
const classOf = roof => isMemory(roof) ? 'memory' : roof.name.startsWith('tensor.') || roof.name.startsWith('gemm.') ? 'matrix' : 'vector';
const isUsual = roof => isMemory(roof) ? /^(dram|l3|l2|l1|shared)\.read$/.test(roof.name) : /^(fp|bf|tensor\.)\w+$/.test(roof.name);

const cards = [...document.querySelectorAll('details.gpu')].filter(details => readRoofs(details).some(isMemory) &&
	readRoofs(details).some(roof => !isMemory(roof)));
const on = new Map(); // by the name of a roof
let kernels = [], chart;

const points = (roof, roofs) => {
	const most = Math.max(...roofs.filter(r => !isMemory(r)).map(r => r.value));
	const fastest = Math.max(...roofs.filter(isMemory).map(r => r.value)), least = Math.min(...roofs.filter(isMemory).map(r => r.value));
	const from = isMemory(roof) ? 0.01 : roof.value / fastest, to = isMemory(roof) ? most / roof.value : 8 * most / least;
	return [...Array(41)].map((_, i) => {
		const x = from * (to / from) ** (i / 40);
		return { x, y: isMemory(roof) ? x * roof.value : roof.value };
	});
};
const tell = roof => [roof.name + ': ' + si(roof.value, roof.unit),
	isNaN(roof.half) ? 'interval not known' : '\u00b1 ' + (100 * roof.half).toFixed(2) + ' %',
	isNaN(roof.limit) ? 'limit not known' : 'limit ' + si(roof.limit, roof.unit) + ', ' + (100 * roof.value / roof.limit).toFixed(1) + ' % of it',
	isNaN(roof.clock) ? 'clock not known' : 'at ' + si(roof.clock, 'Hz')];

const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const axis = (text, tick) => ({ type: 'logarithmic', title: { display: true, text, color: colour('text') },
	ticks: { color: colour('text'), callback: tick || (value => Number.isInteger(Math.log10(value)) ? value.toExponential(0) : '') },
	grid: { color: colour('line'), lineWidth: .5 } });

const draw = () => {
	const roofs = readRoofs(cards[+document.getElementById('gpu').value]), shown = roofs.filter(roof => on.get(roof.name));
	const datasets = shown.map(roof => ({ label: roof.name, data: points(roof, roofs), showLine: true, pointRadius: 0, pointHitRadius: 8,
		borderWidth: 2, borderColor: colour(classOf(roof)), roof }));
	datasets.push({ label: 'kernels', data: kernels, pointRadius: 5, backgroundColor: colour('kernel') });
	if (chart)
		chart.destroy();
	chart = new Chart(document.getElementById('roofline'), {
		type: 'scatter', data: { datasets },
		options: { animation: false, maintainAspectRatio: false, interaction: { mode: 'nearest', intersect: false },
			scales: { x: axis('arithmetic intensity, FLOP/B'), y: axis('performance, FLOP/s') },
			plugins: { legend: { display: false }, tooltip: { callbacks: {
				label: item => item.dataset.roof ? tell(item.dataset.roof) :
					item.raw.name + ': ' + si(item.raw.y, 'FLOP/s') + ' at ' + item.raw.x.toPrecision(3) + ' FLOP/B' } } } }
	});
};
const makeSwitches = () => {
	const switches = document.getElementById('switches');
	switches.replaceChildren();
	for (const roof of readRoofs(cards[+document.getElementById('gpu').value])) {
		if (!on.has(roof.name))
			on.set(roof.name, isUsual(roof));
		const label = make('label', undefined, switches), box = make('input', undefined, label);
		label.className = classOf(roof);
		label.append(' ' + roof.name);
		box.type = 'checkbox';
		box.checked = on.get(roof.name);
		box.addEventListener('change', () => {
			on.set(roof.name, box.checked);
			draw();
		});
	}
	draw();
};
const readKernels = text => {
	const lines = text.split(/\r?\n/).filter(line => line && !line.startsWith('name,'));
	const read = lines.map(line => line.split(',')).filter(cells => cells.length === 4 && cells.slice(1).every(cell => +cell > 0));
	kernels = read.map(([name, flop, byte, seconds]) => ({ name, x: flop / byte, y: flop / seconds }));
	document.getElementById('said').textContent = kernels.length + ' kernels' +
		(read.length < lines.length ? ', ' + (lines.length - read.length) + ' lines are none' : '');
	draw();
};
const open = file => file && file.text().then(readKernels);

if (cards.length > 0) {
	document.getElementById('live').hidden = false;
	const gpu = document.getElementById('gpu');
	cards.forEach((details, i) => { make('option', details.querySelector('summary').textContent, gpu).value = i; });
	gpu.addEventListener('change', makeSwitches);
	document.getElementById('kernels').addEventListener('change', event => open(event.target.files[0]));
	const frame = document.getElementById('frame');
	frame.addEventListener('dragover', event => event.preventDefault());
	frame.addEventListener('drop', event => {
		event.preventDefault();
		open(event.dataTransfer.files[0]);
	});
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
	makeSwitches();
}

// ---- curves ---------------------------------------------------------------------------------------------------------

// Rows of one benchmark and metric over one of their axes: a line for all that have the other axes alike.
const axesOf = row => new Map(row[4].split(',').map(part => part.split('=')).filter(pair => pair.length === 2));
const choice = name => document.getElementById(name);
const fillIn = (name, texts) => {
	const select = choice(name), before = select.value;
	select.replaceChildren(...texts.map(text => make('option', text)));
	if (texts.includes(before))
		select.value = before;
};
const byBenchmark = new Map(); // its rows with a value, by metric
for (const row of all) {
	if (row[8] === '' || !(+row[8] > 0) || !row[4])
		continue;
	const metrics = byBenchmark.get(row[2]) || byBenchmark.set(row[2], new Map()).get(row[2]);
	(metrics.get(row[6]) || metrics.set(row[6], []).get(row[6])).push(row);
}
// Axes with at least three values above 0, the one with most first.
const rangesOf = rows => {
	const values = new Map();
	for (const row of rows)
		for (const [name, value] of axesOf(row))
			if (+value > 0)
				(values.get(name) || values.set(name, new Set()).get(name)).add(value);
	return [...values].filter(([, of]) => of.size > 2).sort((a, b) => b[1].size - a[1].size).map(([name]) => name);
};
let curve;
const drawCurve = () => {
	const rows = byBenchmark.get(choice('benchmark').value).get(choice('metric').value), over = choice('over').value;
	const lines = new Map();
	for (const row of rows) {
		const axes = axesOf(row), x = +axes.get(over);
		if (!(x > 0))
			continue;
		axes.delete(over);
		const name = [row[1].slice(0, 12), row[3], ...[...axes].map(pair => pair.join('='))].join(' ');
		(lines.get(name) || lines.set(name, []).get(name)).push({ x, y: +row[8], row });
	}
	const colours = ['memory', 'vector', 'matrix', 'kernel'].map(colour);
	const datasets = [...lines].map(([label, data], i) => ({ label, data: data.sort((a, b) => a.x - b.x), showLine: true, pointRadius: 2.5,
		borderWidth: 1, borderColor: colours[i % 4], backgroundColor: colours[i % 4] }));
	const unit = rows[0][7];
	if (curve)
		curve.destroy();
	curve = new Chart(document.getElementById('curve'), {
		type: 'scatter', data: { datasets },
		options: { animation: false, maintainAspectRatio: false, interaction: { mode: 'nearest', intersect: false },
			scales: { x: axis(over, value => +value.toPrecision(3)), y: axis(choice('metric').value, value => si(value, unit)) },
			plugins: { legend: { display: false }, tooltip: { callbacks: { label: item => [
				item.raw.row[4] + ' ' + item.raw.row[3], si(item.raw.y, unit) +
				(item.raw.row[9] ? ', limit ' + si(+item.raw.row[9], unit) : ''), item.raw.row[11] + ' ' + item.raw.row[12]] } } } }
	});
};
const chooseMetric = () => {
	const metrics = byBenchmark.get(choice('benchmark').value);
	fillIn('over', rangesOf(metrics.get(choice('metric').value)));
	drawCurve();
};
const chooseBenchmark = () => {
	const metrics = byBenchmark.get(choice('benchmark').value);
	fillIn('metric', [...metrics].filter(([, rows]) => rangesOf(rows).length > 0).map(([name]) => name));
	chooseMetric();
};
const curved = [...byBenchmark].filter(([, metrics]) => [...metrics].some(([, rows]) => rangesOf(rows).length > 0)).map(([name]) => name);
if (curved.length > 0 && cards.length <= 8) {
	document.getElementById('curves').hidden = false;
	fillIn('benchmark', curved);
	choice('benchmark').addEventListener('change', chooseBenchmark);
	choice('metric').addEventListener('change', chooseMetric);
	choice('over').addEventListener('change', drawCurve);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawCurve);
	chooseBenchmark();
}
