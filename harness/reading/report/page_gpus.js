'use strict';
// GPUs side by side, outliers first: one roof of all of them, and the roofs of some as columns.

const COLUMNS_MAX = 6;
const machines = folded.map(details => ({ details, key: details.dataset.key, host: details.dataset.host,
	model: details.dataset.model,
	worst: details.dataset.worst, text: details.querySelector('summary').textContent.toLowerCase(),
	gpu: gpuOf(details), roofs: new Map(gpuOf(details).roofs.map(roof => [roof.name, roof])) }));
const roofNames = [...new Set(machines.flatMap(machine => [...machine.roofs.keys()]))];
const medians = new Map();
for (const name of roofNames)
	for (const model of new Set(machines.map(machine => machine.model))) {
		const values = machines.filter(machine => machine.model === model && machine.roofs.has(name))
			.map(machine => machine.roofs.get(name).value).sort((a, b) => a - b);
		if (values.length > 0)
			medians.set(name + '\n' + model,
				(values[values.length - 1 >> 1] + values[values.length >> 1]) / 2);
	}
// What GPUs are compared with: a selected GPU, or the median of each GPU's model.
const baseOf = () => machines[+at('base').value];
const baseName = () => baseOf() && at('base').value !== '' ? baseOf().host + ' ' + baseOf().key.slice(0, 12) :
	'the median of its model';
const baseValue = (machine, name) => at('base').value === '' ? medians.get(name + '\n' + machine.model) :
	baseOf().roofs.has(name) ? baseOf().roofs.get(name).value : NaN;
// Above 0: larger than the base.
const offOf = (machine, name) => machine.roofs.get(name).value / baseValue(machine, name) - 1;
const isTime = name => /^(s|cycles)$/.test(machines.find(machine => machine.roofs.has(name)).roofs.get(name).unit);
const singles = machines.filter(one => !one.key.includes(' to ')), // no pairs
	modelCount = new Set(singles.map(one => one.model)).size;
let fitting = machines;

const withRoof = () => {
	const name = at('roof').value, sign = isTime(name) ? -1 : 1;
	return fitting.filter(machine => machine.roofs.has(name))
		.map(machine => ({ machine, off: offOf(machine, name) })).filter(({ off }) => isFinite(off))
		.sort((a, b) => sign * (a.off - b.off));
};
const stripNumbers = numbersOf('strip-numbers', 'A roof of each GPU',
	() => ['host', 'GPU', 'model', at('roof').value, 'off ' + baseName()],
	() => withRoof().map(({ machine, off }) => [machine.host, machine.key, machine.model,
		[machine.roofs.get(at('roof').value).value, shownOf(machine.roofs.get(at('roof').value))],
		[off, change(off, 2), machine.worst === at('roof').value]]));
const drawStrip = () => {
	const name = at('roof').value,
		list = withRoof().map(({ machine, off }, i) => ({ x: i + 1, y: 100 * off, machine }));
	const part = (label, wanted, style) => ({ label,
		data: list.filter(point => wanted === (point.machine.worst === name)), ...style });
	const y = axis('linear', 'off ' + baseName() + ', %', value => +value.toPrecision(4));
	const x = axis('linear', 'GPUs, worst first', value => Number.isInteger(value) && value >= 1 &&
		value <= list.length ? value : '');
	chartOf('strip', [part('GPU', false, { pointRadius: 4, backgroundColor: colour('memory') }),
		part('outlier', true, { pointRadius: 7, pointStyle: 'triangle', backgroundColor: colour('worse'),
			borderColor: colour('worse') })], {
		x: { ...x, min: 0, max: list.length + 1 }, y: { ...y, suggestedMin: -.5, suggestedMax: .5 } }, {
		tell: (set, point) => [point.machine.host + ' ' + point.machine.key, point.machine.model,
			name + ': ' + shownOf(point.machine.roofs.get(name)) + ', ' + change(point.y / 100, 2) +
			' off ' + baseName() +
			(set.label === 'outlier' ? ', an outlier' : '')] });
	stripNumbers();
};
const againstBase = (machine, name) => {
	const off = offOf(machine, name);
	return !isFinite(off) || (at('base').value !== '' && machine === baseOf()) ? '' :
		'  ' + (at('base').value === '' ? change(off, 1) : '\u00d7' + (1 + off).toFixed(3));
};
const makeColumns = () => {
	const base = at('base').value !== '' ? [baseOf()] : [],
		some = [...base, ...fitting.filter(machine => !base.includes(machine))].slice(0, COLUMNS_MAX);
	at('columns').replaceChildren();
	if (some.length === 0)
		return;
	// Two GPUs are compared by their ratios, as logarithms. The greatest advantage of the other GPU comes first.
	const isPair = base.length > 0 && some.length === 2,
		ratio = name => some.every(one => one.roofs.has(name)) ?
			(isTime(name) ? -1 : 1) * Math.log(1 + offOf(some[1], name)) : NaN,
		most = isPair ? Math.max(...roofNames.map(ratio).filter(isFinite).map(Math.abs), 1e-9) : 0,
		place = name => isNaN(ratio(name)) ? '' : ratio(name),
		names = isPair ? [...roofNames].sort((a, b) => order(place(a), place(b), false)) : roofNames;
	if (fitting.length > some.length)
		make('p', 'The roofs of the first ' + some.length +
			' of these, outliers first; the filter above selects others.', at('columns'));
	const body = makeTable(at('columns'), 'Roofs of some GPUs, side by side',
		['roof',
			...some.map(machine => machine.host + ' ' +
				(modelCount > 1 ? machine.model.split(',')[0] + ' ' : '') + machine.key.slice(0, 12) +
		(machine.key.length > 12 ? '\u2026' + machine.key.slice(-4) : ''))],
		names.map(name => [name, ...some.map(machine => {
		const roof = machine.roofs.get(name);
		return roof ? [roof.value, shownOf(roof) + againstBase(machine, name),
			machine.worst === name || roof.below] : [NaN, ''];
	})]));
	for (const [i, name] of isPair ? names.entries() : [])
		drawRatio(body.rows[i].cells[2], ratio(name) / most);
};
// A bar from the middle of the cell; to the right if the other GPU is better.
const drawRatio = (cell, part) => {
	const ends = [50, 50 + 50 * part].sort((a, b) => a - b).map(end => end + '%'),
		hue = colour(part < 0 ? 'line1' : 'line0');
	cell.classList.add('ratio');
	if (!isNaN(part))
		cell.style.backgroundImage = `linear-gradient(to right, transparent ${ends[0]}, ` +
			`${hue} ${ends[0]} ${ends[1]}, transparent ${ends[1]})`;
};
const choose = () => {
	const words = wordsOf(at('gpus').value);
	fitting = machines.filter(machine => words.every(word => machine.text.includes(word) ||
		machine.model.toLowerCase().includes(word)));
	for (const machine of machines)
		machine.details.hidden = !fitting.includes(machine);
	at('matched').textContent = fitting.length + ' of ' + machines.length + ' GPUs';
	drawStrip();
	makeColumns();
};

if (machines.length > 1 && roofNames.length > 0) {
	at('side').hidden = false;
	roofNames.forEach(name => make('option', name, at('roof')));
	const first = machines[0].worst || 'dram.read';
	if (roofNames.includes(first))
		at('roof').value = first;
	make('option', 'the median of its model', at('base')).value = '';
	machines.forEach((machine, i) => { make('option', machine.host + ', ' + machine.model.split(',')[0] + ', ' +
		machine.key, at('base')).value = i; });
	// If there are two models, they are compared with each other.
	at('base').value = singles.length < 9 && modelCount > 1 ? '0' : '';
	at('roof').addEventListener('change', drawStrip);
	at('base').addEventListener('change', choose);
	at('gpus').addEventListener('input', choose);
	drawers.push(drawStrip);
	walk('strip', everyPoint);
	choose();
}
