'use strict';
// A fleet at a glance: rows are GPUs, columns are roofs, colours the distance from the median of the model.

const HEAT_MIN = 9, HEAT_TOP = 130, HEAT_LEFT = 110, HEAT_RIGHT = 6, BAND = 3;
const HEAT_KEY = [['slow', 'judged slow'], ['below', 'worse than the band'],
	['in', 'within the band: ' + BAND + ' robust standard deviations'],
	['above', 'better than the band'], ['fast', 'judged fast']];
// Above 0: better. Healthy cards are within this many robust standard deviations.
const heatOf = (machine, roof) => {
	const group = machine.gpu.model && machine.gpu.model.roofs.get(roof.name);
	const off = group ? (group.isLower ? -1 : 1) * (roof.value / group.median - 1) : NaN;
	return { machine, roof, off, isInside: !group || isNaN(group.sd) ||
		Math.abs(off) <= BAND * group.sd / group.median };
};
const heatRoofs = roofNames.filter(name => machines.some(machine => machine.gpu.model &&
	machine.gpu.model.roofs.has(name)));
const heatRows = () => [...fitting].sort((a, b) => order(a.model, b.model) || order(a.host, b.host) ||
	order(a.key, b.key));
const heatColour = ({ off, isInside, roof }) => roof.verdict === 'slow' ? colour('heat-slow') :
	roof.verdict === 'fast' ? colour('heat-fast') :
	isInside ? colour('heat-in') : colour(off < 0 ? 'heat-below' : 'heat-above');
let heatPlace = { row: -1, column: 0 }, heatShown = [], heatCell = 1;

const tellHeat = () => {
	const machine = heatShown[heatPlace.row], name = heatRoofs[heatPlace.column],
		roof = machine && machine.roofs.get(name);
	at('heat-at').textContent = !machine ? '' : machine.host + ' ' + machine.key + ', ' + name + ': ' +
		(!roof ? 'not measured' :
		shownOf(roof) + ', ' + change(heatOf(machine, roof).off, 2) + ' than the median, better above 0' +
		(roof.verdict ? '; judged ' + roof.verdict : ''));
};
const drawHeat = () => {
	const canvas = at('heat'), ink = canvas.getContext('2d'), width = canvas.parentNode.clientWidth,
		scale = devicePixelRatio;
	heatShown = heatRows();
	heatCell = Math.max(1.5, Math.min(14, 900 / Math.max(heatShown.length, 1)));
	const height = HEAT_TOP + heatCell * heatShown.length + 4,
		across = (width - HEAT_LEFT - HEAT_RIGHT) / heatRoofs.length;
	canvas.width = width * scale;
	canvas.height = height * scale;
	canvas.style.height = canvas.parentNode.style.height = height + 'px';
	ink.scale(scale, scale);
	ink.font = '11px system-ui, sans-serif';
	ink.textBaseline = 'middle';
	const colours = new Map(), of = cell => {
		const key = (cell.roof.verdict || '') + cell.isInside + (cell.off < 0);
		return colours.get(key) || colours.set(key, heatColour(cell)).get(key);
	};
	// If there are no gaps between cells, cells of the same colour are filled together.
	const gap = heatCell > 4 ? .5 : 0;
	heatRoofs.forEach((name, column) => {
		const fills = heatShown.map(machine => machine.roofs.has(name) ?
			of(heatOf(machine, machine.roofs.get(name))) : '');
		for (let row = 0, next; row < fills.length; row = next) {
			for (next = row + 1; gap === 0 && fills[next] === fills[row];)
				next++;
			ink.fillStyle = fills[row];
			if (fills[row])
				ink.fillRect(HEAT_LEFT + column * across, HEAT_TOP + row * heatCell,
					Math.max(across - .5, 1), Math.max((next - row) * heatCell - gap, 1));
		}
	});
	let lastLabel = -Infinity;
	heatShown.forEach((machine, row) => {
		const y = HEAT_TOP + row * heatCell;
		const isFirst = row === 0 || heatShown[row - 1].host !== machine.host;
		if (isFirst && y - lastLabel >= 11) {
			ink.fillStyle = colour('text');
			ink.textAlign = 'right';
			ink.fillText(machine.host.slice(0, 18), HEAT_LEFT - 6, y + Math.max(heatCell / 2, 5),
				HEAT_LEFT - 8);
			lastLabel = y;
		}
	});
	ink.fillStyle = colour('text');
	ink.textAlign = 'left';
	const every = Math.ceil(11 / across);
	heatRoofs.forEach((name, column) => {
		if (column % every > 0)
			return;
		ink.save();
		ink.translate(HEAT_LEFT + (column + .5) * across, HEAT_TOP - 5);
		ink.rotate(-Math.PI / 2);
		ink.fillText(name, 0, 0, HEAT_TOP - 8);
		ink.restore();
	});
	heatNumbers();
};
const heatNumbers = numbersOf('heat-numbers', 'Roofs outside the band',
	() => ['host', 'GPU', 'roof', 'value', 'off the median', 'judged'], () =>
	heatRows().flatMap(machine => [...machine.roofs.values()].map(roof => heatOf(machine, roof))
		.filter(cell => !cell.isInside || cell.roof.verdict))
		.map(({ machine, roof, off }) => [machine.host, machine.key, roof.name, [roof.value, shownOf(roof)],
			[off, change(off, 2)], roof.verdict]));

if (machines.length >= HEAT_MIN && heatRoofs.length > 0) {
	const canvas = at('heat');
	at('heat-part').hidden = false;
	for (const [name, text] of HEAT_KEY) {
		const entry = make('span', undefined, at('heat-key'));
		make('i', undefined, entry).className = 'swatch heat-' + name;
		entry.append(text + ' ');
	}
	canvas.addEventListener('mousemove', event => {
		const box = canvas.getBoundingClientRect();
		heatPlace = { row: Math.floor((event.clientY - box.y - HEAT_TOP) / heatCell),
			column: Math.floor((event.clientX - box.x - HEAT_LEFT) /
				(box.width - HEAT_LEFT - HEAT_RIGHT) * heatRoofs.length) };
		tellHeat();
	});
	canvas.addEventListener('keydown', event => {
		const [down, right] = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0],
			ArrowUp: [-1, 0] }[event.key] || [0, 0];
		if (!down && !right)
			return;
		event.preventDefault();
		heatPlace = { row: Math.max(0, Math.min(heatShown.length - 1, heatPlace.row + down)),
			column: Math.max(0, Math.min(heatRoofs.length - 1, heatPlace.column + right)) };
		if (heatPlace.row < 0)
			heatPlace.row = 0;
		tellHeat();
	});
	canvas.addEventListener('click', () => {
		if (!heatShown[heatPlace.row])
			return;
		at('gpus').value = heatShown[heatPlace.row].key;
		at('gpus').dispatchEvent(new Event('input'));
	});
	at('gpus').addEventListener('input', drawHeat);
	drawers.push(drawHeat);
	new ResizeObserver(() => { if (at('heat').width !== at('heat').parentNode.clientWidth * devicePixelRatio)
		drawHeat(); }).observe(canvas.parentNode);
	drawHeat();
}
