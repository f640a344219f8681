'use strict';
// What the reader can keep: the selection, in the page's address; pictures and tables, as files.

// ---- files ----------------------------------------------------------------------------------------------------------

const save = (blob, name) => {
	const link = make('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
// A text that a spreadsheet would take for a formula is prefixed with a quote.
const quoted = cell => typeof cell === 'number' ? (isFinite(cell) ? String(cell) : '') :
	'"' + String(cell).replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""') + '"';
const csvOf = rows => rows.map(row => row.map(quoted).join(',') + '\r\n').join('');
const saveCsv = (rows, name) => save(new Blob([csvOf(rows)], { type: 'text/csv' }), 'gpubench-' + name + '.csv');
// As shown, in the current order and with the units by which cells are sorted.
const rowsOfTable = table => [[...table.tHead.rows[0].cells].map(cell => cell.textContent),
	...[...table.tBodies[0].rows].map(row =>
	[...row.cells].map(cell => cell.dataset.v !== undefined ? +cell.dataset.v : cell.textContent))];
const rowsChosen = () => [COLUMNS.map(([name, , unit]) => unit && name === 'value' ? ['value', 'unit'] : [name]).flat(),
	...chosen.map(row =>
	COLUMNS.map(([name, of, unit]) => [unit && of(row) !== '' ? +of(row) : of(row),
		...unit && name === 'value' ? [row[7]] : []]).flat())];
// The GPUs of a picture, and what its colours and dashes mean.
const gpusOf = id => {
	const is = id === 'roofline' ? one => [at('gpu'), at('other')].some(select => select.value !== '' &&
			cards[+select.value] === one.details) :
		id === 'curve' ? one => lineList.some(line => line.uuid === one.key) :
		id === 'past' ? one => one.key === at('past-gpu').value : () => true;
	const list = machines.filter(is);
	return list.slice(0, 3).map(one => nameOf(one) + ' on ' + one.host + ', ' + one.gpu.day).join('; ') +
		(list.length > 3 ? '; and ' + (list.length - 3) + ' more' : '');
};
const legendOf = id => drawn.has(id) ? [...new Map(drawn.get(id).data.datasets
	.filter(set => set.label && set.data.length > 0)
	.map(set => [set.label + (set.roof && set.roof.of ? ' on ' + set.roof.of.slice(0, 12) : ''), set]))] : [];
const ROW = 18, ENTRY = 330;
// The picture between its title, GPUs and days, and its legend.
const pictureOf = (canvas, title) => {
	const whole = make('canvas'), ink = whole.getContext('2d'), legend = legendOf(canvas.id),
		width = canvas.clientWidth, foot = 3 * ROW + canvas.clientHeight, across = Math.ceil(width / ENTRY);
	whole.width = canvas.width;
	whole.height = (foot + ROW * (Math.ceil(legend.length / across) + 1)) * canvas.width / width;
	ink.scale(canvas.width / width, canvas.width / width);
	ink.fillStyle = colour('page');
	ink.fillRect(0, 0, width, whole.height);
	ink.drawImage(canvas, 0, 3 * ROW, width, canvas.clientHeight);
	ink.fillStyle = colour('text');
	ink.font = 'bold 15px system-ui, sans-serif';
	ink.fillText(title, 8, ROW, width - 16);
	ink.font = '12px system-ui, sans-serif';
	ink.fillText(gpusOf(canvas.id), 8, 2 * ROW, width - 16);
	ink.lineWidth = 2;
	legend.forEach(([text, set], i) => {
		const x = 8 + i % across * width / across, y = foot + ROW * (1 + Math.floor(i / across));
		ink.strokeStyle = set.borderColor || set.backgroundColor;
		ink.setLineDash(set.borderDash || []);
		ink.beginPath();
		ink.moveTo(x, y - 4);
		ink.lineTo(x + 28, y - 4);
		ink.stroke();
		ink.fillText(text, x + 34, y, width / across - 44);
	});
	return new Promise(done => whole.toBlob(done, 'image/png'));
};
const keepButton = (text, label, parent, act) => {
	const button = make('button', text, parent);
	button.type = 'button';
	button.className = 'keep';
	button.setAttribute('aria-label', label);
	button.addEventListener('click', act);
	return button;
};
for (const canvas of document.querySelectorAll('.chart canvas')) {
	const said = at(canvas.id + '-at'), place = make('p'),
		title = () => canvas.getAttribute('aria-label').replace(/\. Arrow.*/, ''), name = title();
	said.after(place);
	keepButton('Save as PNG', 'Save as PNG: ' + name, place,
		async () => save(await pictureOf(canvas, title()), 'gpubench-' + canvas.id + '.png'));
	keepButton('Save its numbers as CSV', 'Save as CSV: ' + name, place, () => {
		const details = at(canvas.id + '-numbers'), was = details.open;
		numbersNow.get(details.id)(true);
		saveCsv(rowsOfTable(details.querySelector('table')), canvas.id);
		numbersNow.get(details.id)(was);
	});
}
keepButton('Save these rows as CSV', 'Save the selected rows as CSV', at('more').parentNode,
	() => saveCsv(rowsChosen(), 'rows'));
const keepPicture = svg => keepButton('Save as SVG', 'Save as SVG: ' + svg.getAttribute('aria-label'),
	svg.parentNode, () =>
	save(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }),
		'gpubench-picture.svg'));

// ---- the address ----------------------------------------------------------------------------------------------------

// In this order, as each selection determines what the next ones offer.
const KEPT = ['gpu', 'other', 'intensity', 'format', 'roof', 'base', 'gpus', 'past-gpu', 'past-roof', 'benchmark',
	'view', 'metric', 'over', 'filter'];
const controls = KEPT.map(at).filter(control => control);
let usual = new Map(); // the selection when the page opens
const remember = () => {
	const state = new URLSearchParams();
	for (const control of controls)
		if (control.value !== usual.get(control.id) && !control.closest('[hidden]'))
			state.set(control.id, control.value);
	history.replaceState(null, '', state.size > 0 ? '#' + state : location.pathname + location.search);
};
const recall = () => {
	const hash = location.hash.slice(1), state = new URLSearchParams(hash), target = at(hash);
	if (target && target.tagName === 'DETAILS')
		target.open = true;
	if (!location.hash.includes('='))
		return;
	for (const control of controls) {
		const value = state.has(control.id) ? state.get(control.id) : usual.get(control.id),
			isSelect = control.tagName === 'SELECT';
		if (control.value === value ||
			(isSelect && ![...control.options].some(option => option.value === value)))
			continue;
		control.value = value;
		control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: false }));
	}
};
const stateKept = Promise.all([rowsRead, curvesMade, historyMade]).then(() => {
	usual = new Map(controls.map(control => [control.id, control.value]));
	recall();
	for (const control of controls)
		control.addEventListener(control.tagName === 'SELECT' ? 'change' : 'input', remember);
	addEventListener('hashchange', recall);
});

// ---- contents -------------------------------------------------------------------------------------------------------

// All parts except pictures exist now: links to those that are shown.
const ready = stateKept.then(() => {
	for (const heading of document.querySelectorAll('main h2'))
		if (heading.id && !heading.closest('[hidden]'))
			make('a', heading.textContent, at('contents')).href = '#' + heading.id;
	document.documentElement.classList.add('ready');
});
const whole = ready.then(() => unfoldAll(keepPicture)).then(() => document.documentElement.classList.add('whole'));
