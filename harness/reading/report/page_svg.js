'use strict';
// Drawings on a canvas as SVG. A chart is drawn again while methods of its context write elements; colours, dashes and
// the transformation are those of the context.

const svgElement = (name, attributes, parent) => {
	const made = document.createElementNS('http://www.w3.org/2000/svg', name);
	Object.entries(attributes).filter(pair => pair[1] !== '').forEach(pair => made.setAttribute(...pair));
	if (parent)
		parent.append(made);
	return made;
};

const rounded = numbers => numbers.map(value => +value.toFixed(2)).join(' ');
// Collects the commands of a path, the attribute `d` of an element.
const pathMade = () => {
	const add = (letter, ...numbers) => { path.d += letter + rounded(numbers); };
	const path = { d: '', moveTo: (x, y) => add('M', x, y), lineTo: (x, y) => add('L', x, y),
		closePath: () => add('Z'),
		rect: (x, y, width, height) => { path.d += `M${rounded([x, y])}h${width}v${height}h${-width}Z`; },
		arc: (x, y, radius, from, to) => {
			add(path.d ? 'L' : 'M', x + radius * Math.cos(from), y + radius * Math.sin(from));
			for (const end of [(from + to) / 2, to]) // a full circle needs two arcs
				add('A', radius, radius, 0, 0, 1, x + radius * Math.cos(end),
					y + radius * Math.sin(end));
		} };
	return path;
};

const ANCHORS = { center: 'middle', right: 'end', end: 'end' }, RISE = { middle: .35, top: .8, bottom: -.2 };
// The drawing methods of a context, each of which adds an element to `parent`. `scale`: pixels per unit.
const methodsFor = (ink, parent, scale) => {
	let path = pathMade(), group = parent; // group: elements with the same clip
	const groups = [], add = (name, attributes) => {
		const { a, b, c, d, e, f, isIdentity } = new DOMMatrix().scale(1 / scale).multiply(ink.getTransform());
		return svgElement(name, { ...attributes,
			transform: isIdentity ? '' : `matrix(${rounded([a, b, c, d, e, f])})` }, group);
	};
	const pen = () => ({ fill: 'none', stroke: ink.strokeStyle, 'stroke-width': ink.lineWidth,
		'stroke-linejoin': ink.lineJoin, 'stroke-dasharray': ink.getLineDash().join(' ') });
	const write = (look, text, x, y) => {
		const [, weight, size, family] = /^(bold|).*?([\d.]+)px (.*)/.exec(ink.font);
		add('text', { x: rounded([x]), y: rounded([y + (RISE[ink.textBaseline] || 0) * size]),
			'font-size': size, 'font-family': family, 'font-weight': weight,
			'text-anchor': ANCHORS[ink.textAlign] || '', ...look }).textContent = text;
	};
	return {
		save: () => { groups.push(group); CanvasRenderingContext2D.prototype.save.call(ink); },
		restore: () => {
			group = groups.pop() || parent;
			CanvasRenderingContext2D.prototype.restore.call(ink);
		},
		beginPath: () => { path = pathMade(); },
		...Object.fromEntries(Object.keys(path).slice(1).map(name => [name, (...of) => path[name](...of)])),
		clip: () => {
			const id = 'clip' + parent.ownerSVGElement.querySelectorAll('clipPath').length;
			svgElement('path', { d: path.d }, svgElement('clipPath', { id }, group));
			group = svgElement('g', { 'clip-path': `url(#${id})` }, group);
		},
		stroke: own => add('path', { d: (own || path).d, ...pen() }),
		fill: () => add('path', { d: path.d, fill: ink.fillStyle }),
		fillRect: (x, y, width, height) => add('rect', { x, y, width, height, fill: ink.fillStyle }),
		strokeRect: (x, y, width, height) => add('rect', { x, y, width, height, ...pen() }),
		strokeText: (...of) => write(pen(), ...of),
		fillText: (...of) => write({ fill: ink.fillStyle }, ...of)
	};
};
// Adds what draw() draws on a context to `parent`, an element of a picture.
const drawInto = (ink, parent, scale, draw) => {
	const methods = methodsFor(ink, parent, scale);
	Object.assign(ink, methods);
	draw();
	Object.keys(methods).forEach(name => delete ink[name]);
};
// Chart.js keeps the paths of lines as Path2D, whose commands cannot be read.
const drawChartAgain = chart => {
	const lines = chart.getSortedVisibleDatasetMetas().map(meta => meta.dataset).filter(line => line);
	for (const line of lines)
		line.path(line._path = pathMade());
	chart.draw();
	lines.forEach(line => delete line._path);
};
