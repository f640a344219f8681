'use strict';
// What the reader can keep: the selection in the page's address, and pictures and tables as files.

// ---- files ----------------------------------------------------------------------------------------------------------

const save = (blob, name) => {
	const link = make('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
// A text that a spreadsheet would take for a formula gets a quote in front.
const quoted = cell => typeof cell === 'number' ? (isFinite(cell) ? String(cell) : '') :
	'"' + String(cell).replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""') + '"';
const csvOf = rows => rows.map(row => row.map(quoted).join(',') + '\r\n').join('');
const saveCsv = (rows, name) => save(new Blob([csvOf(rows)], { type: 'text/csv' }), 'gpubench-' + name + '.csv');
// Rows as shown, in the current order; numbers in the units by which they are sorted.
const rowsOfTable = table => [[...table.tHead.rows[0].cells].map(cell => cell.textContent),
	...[...table.tBodies[0].rows].map(row =>
	[...row.cells].map(cell => cell.dataset.v !== undefined ? +cell.dataset.v : cell.textContent))];
const rowsChosen = () => [COLUMNS.map(([name, , unit]) => unit && name === 'value' ? ['value', 'unit'] : [name]).flat(),
	...chosen.map(row =>
	COLUMNS.map(([name, of, unit]) => [unit && of(row) !== '' ? +of(row) : of(row),
		...unit && name === 'value' ? [row[7]] : []]).flat())];
// The GPUs of a picture, and the meaning of its colours and dashes.
const gpusOf = id => {
	const is = id === 'roofline' ? one => [at('gpu'), at('other')].some(select => select.value !== '' &&
			cards[+select.value] === one.details) :
		id === 'curve' ? one => lineList.some(line => line.uuid === one.key) :
		id === 'past' ? one => one.key === at('past-gpu').value : () => true;
	const list = machines.filter(is);
	return [...list.slice(0, 3).map(one => nameOf(one) + ' on ' + one.host + ', ' + one.gpu.day),
		...list.length > 3 ? ['and ' + (list.length - 3) + ' more'] : []];
};
const legendOf = id => id === 'heat' ? HEAT_KEY.map(([name, text]) => [text, { borderColor: colour('heat-' + name) }]) :
	[...new Map(drawn.get(id).data.datasets.filter(set => set.label && set.data.length > 0)
	.map(set => [set.label + (set.roof && set.roof.of ? ' on ' + set.roof.of.slice(0, 12) : ''), set]))];
const ROW = 18, FONT = '12px system-ui, sans-serif';
const writeSample = (ink, set, x, y) => {
	ink.strokeStyle = set.borderColor || set.backgroundColor;
	ink.fillStyle = set.backgroundColor || set.borderColor;
	ink.setLineDash(set.borderDash || []);
	ink.beginPath();
	if (set.showLine !== false) {
		ink.moveTo(x, y);
		ink.lineTo(x + 28, y);
		ink.stroke();
	}
	ink.setLineDash([]);
	if (set.pointRadius > 0)
		Chart.helpers.drawPoint(ink, { pointStyle: set.pointStyle || 'circle', radius: 4, borderWidth: 1 },
			x + 14, y);
};
const widthOf = (ink, texts) => Math.max(...texts.map(text => ink.measureText(text).width));
// Texts around a picture: title, GPUs and days above it, and the legend below it, with `across` in a row.
const writeAround = (ink, title, gpus, legend, width, foot, across) => {
	ink.fillStyle = colour('text');
	ink.font = 'bold ' + FONT;
	ink.fillText(title, 8, ROW);
	ink.font = FONT;
	gpus.forEach((text, i) => ink.fillText(text, 8, ROW * (i + 2)));
	ink.lineWidth = 2;
	legend.forEach(([text, set], i) => {
		const x = 8 + i % across * width / across, y = foot + ROW * (1 + Math.floor(i / across));
		writeSample(ink, set, x, y - 4);
		ink.fillStyle = colour('text');
		ink.fillText(text, x + 34, y);
	});
};
// The picture of a canvas as a file: PNG, or SVG, for which the picture is drawn again.
const pictureOf = (canvas, title, isSvg) => {
	const whole = make('canvas'), ink = whole.getContext('2d'), gpus = gpusOf(canvas.id),
		legend = legendOf(canvas.id), scale = canvas.width / canvas.clientWidth,
		top = (gpus.length + 2) * ROW, foot = top + canvas.clientHeight;
	ink.font = 'bold ' + FONT;
	const entry = 50 + widthOf(ink, legend.map(pair => pair[0])),
		width = Math.max(canvas.clientWidth, entry, 16 + widthOf(ink, [title, ...gpus])),
		across = Math.floor(width / entry), height = foot + ROW * (Math.ceil(legend.length / across) + 1);
	const around = () => writeAround(ink, title, gpus, legend, width, foot, across);
	whole.width = width * scale;
	whole.height = height * scale;
	ink.scale(scale, scale);
	if (isSvg) {
		const svg = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
		svgElement('rect', { width, height, fill: colour('page') }, svg);
		drawInto(ink, svg, scale, around);
		drawInto(canvas.getContext('2d'), svgElement('g', { transform: `translate(0 ${top})` }, svg), scale,
			() => drawn.has(canvas.id) ? drawChartAgain(drawn.get(canvas.id)) : drawHeat());
		return svgFile(svg);
	}
	ink.fillStyle = colour('page');
	ink.fillRect(0, 0, width, height);
	ink.drawImage(canvas, 0, top, canvas.clientWidth, canvas.clientHeight);
	around();
	return new Promise(done => whole.toBlob(done, 'image/png'));
};
const svgFile = svg => new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
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
	for (const kind of ['PNG', 'SVG'])
		keepButton('Save as ' + kind, 'Save as ' + kind + ': ' + name, place, async () =>
			save(await pictureOf(canvas, title(), kind === 'SVG'),
				'gpubench-' + canvas.id + '.' + kind.toLowerCase()));
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
	svg.parentNode, () => save(svgFile(svg), 'gpubench-picture.svg'));

// ---- the address ----------------------------------------------------------------------------------------------------

// In the order in which each selection determines what the next ones offer.
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

// All parts except pictures exist now; those that are shown get links.
const ready = stateKept.then(() => {
	for (const heading of document.querySelectorAll('main h2'))
		if (heading.id && !heading.closest('[hidden]'))
			make('a', heading.textContent, at('contents')).href = '#' + heading.id;
	document.documentElement.classList.add('ready');
});
const whole = ready.then(() => unfoldAll(keepPicture)).then(() => document.documentElement.classList.add('whole'));
