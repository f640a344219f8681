'use strict';
// Rows of one benchmark and metric over one of their axes: a line for all that have the other axes alike.

const LINES_MAX = 24;
const axesOf = row => new Map(row[4].split(',').map(part => part.split('=')).filter(pair => pair.length === 2));
const fillIn = (id, texts) => {
	const select = at(id), before = select.value;
	select.replaceChildren(...texts.map(text => make('option', text)));
	if (texts.includes(before))
		select.value = before;
};
const byBenchmark = new Map(); // its rows with a value, by metric
const group = rows => {
	for (const row of rows) {
		if (row[8] === '' || !(+row[8] > 0) || !row[4])
			continue;
		const metrics = byBenchmark.get(row[2]) || byBenchmark.set(row[2], new Map()).get(row[2]);
		(metrics.get(row[6]) || metrics.set(row[6], []).get(row[6])).push(row);
	}
};
// Axes along which a line has at least three points, the one with the longest line first.
const rangesOf = rows => {
	const lines = new Map(); // by axis: how many points each line has
	for (const row of rows) {
		const axes = axesOf(row);
		for (const [name, value] of axes) {
			if (!(+value > 0))
				continue;
			const line = row[1] + row[3] + [...axes].filter(pair => pair[0] !== name).join();
			const of = lines.get(name) || lines.set(name, new Map()).get(name);
			of.set(line, (of.get(line) || new Set()).add(value));
		}
	}
	return [...lines].map(([name, of]) => [name, Math.max(...[...of.values()].map(values => values.size))])
		.filter(([, most]) => most > 2).sort((a, b) => b[1] - a[1]);
};
const curveRows = () => byBenchmark.get(at('benchmark').value).get(at('metric').value);

// Those of most points first; what all lines have alike is left out of their names.
let lineList = [], hiddenLines = new Set();
const findLines = () => {
	const over = at('over').value, lines = new Map(), seen = new Map();
	for (const row of curveRows()) {
		const axes = axesOf(row), x = +axes.get(over);
		if (!(x > 0))
			continue;
		axes.delete(over);
		const parts = [['GPU', row[1].slice(0, 12)], ['variant', row[3]], ...axes];
		const key = parts.map(pair => pair.join('=')).join(' ');
		for (const [name, value] of parts)
			(seen.get(name) || seen.set(name, new Set()).get(name)).add(value);
		(lines.get(key) || lines.set(key, { parts, data: [] }).get(key)).data.push({ x, y: +row[8], row });
	}
	lineList = [...lines.values()].map(({ parts, data }) => ({ data: data.sort((a, b) => a.x - b.x),
		label: parts.filter(([name]) => seen.get(name).size > 1).map(([name, value]) => name === 'GPU' || name === 'variant' ? value : name + '=' + value)
			.join(' ') || at('metric').value })).sort((a, b) => b.data.length - a.data.length);
	hiddenLines = new Set(lineList.slice(LINES_MAX).map(line => line.label));
};
const curveNumbers = numbersOf('curve-numbers', 'Rows of the curves', () => ['line', at('over').value, 'point', 'variant', 'value', 'limit', 'status', 'reason'],
	() => lineList.filter(line => !hiddenLines.has(line.label)).flatMap(line => line.data.map(({ x, y, row }) => [line.label, [x, brief(x)], row[4], row[3],
		[y, si(y, row[7])], [row[9] ? +row[9] : NaN, row[9] && si(+row[9], row[7])], row[11], row[12]])));
const drawCurve = () => {
	const unit = curveRows()[0][7];
	const datasets = lineList.map(({ label, data }, i) => ({ label, data, showLine: true, pointRadius: 3, borderWidth: 1.5, borderColor: hue(i),
		backgroundColor: hue(i), pointStyle: shapes[i % shapes.length] })).filter(set => !hiddenLines.has(set.label));
	const ys = datasets.flatMap(set => set.data.map(point => point.y)), narrow = Math.max(...ys) < 10 * Math.min(...ys);
	const y = axis(narrow ? 'linear' : 'logarithmic', at('metric').value, value => narrow || leads(value) ? brief(value, unit) : '');
	chartOf('curve', datasets, { x: axis('logarithmic', at('over').value, value => leads(value) ? brief(value) : ''),
		y: narrow ? { ...y, min: 0 } : y }, { tell: (set, point) => [point.row[4] + ' ' + point.row[3], si(point.y, unit) +
			(point.row[9] ? ', limit ' + si(+point.row[9], unit) : ''), point.row[11] + ' ' + point.row[12]] });
	curveNumbers();
};
const makeLines = () => {
	const frame = make('fieldset');
	at('lines').replaceChildren(frame);
	make('legend', 'Lines', frame);
	for (const [word, hide] of [['all', false], ['none', true]]) {
		const button = make('button', word, frame);
		button.type = 'button';
		button.setAttribute('aria-label', word + ' of the lines');
		button.addEventListener('click', () => {
			hiddenLines = new Set(hide ? lineList.map(line => line.label) : []);
			makeLines();
		});
	}
	lineList.forEach(({ label }, i) => {
		const name = make('label', undefined, frame), box = make('input', undefined, name), swatch = make('i', undefined, name);
		box.type = 'checkbox';
		box.checked = !hiddenLines.has(label);
		swatch.className = 'swatch';
		swatch.style.background = hue(i);
		name.append(label);
		box.addEventListener('change', () => {
			hiddenLines[box.checked ? 'delete' : 'add'](label);
			drawCurve();
		});
	});
	drawCurve();
};
const chooseOver = () => {
	findLines();
	makeLines();
};
const chooseMetric = () => {
	fillIn('over', rangesOf(curveRows()).map(([name]) => name));
	chooseOver();
};
const chooseBenchmark = () => {
	const metrics = byBenchmark.get(at('benchmark').value);
	fillIn('metric', [...metrics].filter(([, rows]) => rangesOf(rows).length > 0).map(([name]) => name));
	chooseMetric();
};
const curvesMade = rowsRead.then(() => {
	if (cards.length > 8)
		return;
	group(all);
	// The longest curve comes first.
	const longest = [...byBenchmark].map(([name, metrics]) => [name, Math.max(...[...metrics.values()].map(rows => (rangesOf(rows)[0] || [0, 0])[1]))])
		.filter(([, size]) => size > 0);
	if (longest.length === 0)
		return;
	at('curves').hidden = false;
	fillIn('benchmark', longest.map(([name]) => name));
	at('benchmark').value = longest.reduce((a, b) => b[1] > a[1] ? b : a)[0];
	at('benchmark').addEventListener('change', chooseBenchmark);
	at('metric').addEventListener('change', chooseMetric);
	at('over').addEventListener('change', chooseOver);
	drawers.push(makeLines);
	walk('curve', everyPoint);
	chooseBenchmark();
});
