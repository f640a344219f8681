'use strict';
// The rows of one benchmark as curves: as its author draws them (views), or any metric over an axis or another metric.

const LINES_MAX = 24, OWN = 'own';
const axesOf = row => new Map(row[4].split(',').map(part => part.split('=')).filter(pair => pair.length === 2));

// ---- points ---------------------------------------------------------------------------------------------------------

// The measured points of each benchmark, with the row of each of their metrics.
const byBenchmark = new Map();
const group = rows => {
	const known = new Map();
	for (const row of rows) {
		if (row[8] === '')
			continue;
		const key = [row[1], row[2], row[3], row[4]].join('\n');
		let point = known.get(key);
		if (!point) {
			point = { uuid: row[1], axes: axesOf(row).set('variant', row[3]), metrics: new Map() };
			known.set(key, point);
			(byBenchmark.get(row[2]) || byBenchmark.set(row[2], []).get(row[2])).push(point);
		}
		point.metrics.set(row[6], row);
	}
};
const pointsOf = () => byBenchmark.get(at('benchmark').value);
const metricsOf = points => [...new Set(points.flatMap(point => [...point.metrics.keys()]))];
const isNumber = text => text !== undefined && text !== '' && isFinite(text);

// ---- views: the panels that harness/reading/plot/kinds.h describes --------------------------------------------------

const views = new Map(); // by benchmark
const readViews = text => {
	let of;
	for (const [kind, ...fields] of text.split('\n').map(line => line.split('\t')))
		if (kind === 'k')
			views.set(fields[0], of = { summary: fields[1], panels: [], findings: [] });
		else if (kind === 'f')
			of.findings.push({ key: fields[0], text: fields[1] });
		else if (kind === 'p')
			addPanel(of.panels, ...fields);
};
// Panels whose metrics differ only in a number, such as slices_0 to slices_23, are one panel. Each of `series` is a
// list of metrics, of which a point has one.
const addPanel = (panels, metric, x, points, lines) => {
	const name = metric.replace(/\d+/g, 'N').replace(/\|/g, ', '),
		same = panels.find(one => /\d/.test(metric) && one.name === name && one.x === x &&
			one.points === points && one.lines === lines);
	if (same)
		same.series.push(metric.split('|'));
	else
		panels.push({ name, metric, series: [metric.split('|')], x, points, lines });
};
const metricOf = panel => panel.series.length > 1 ? panel.name : panel.metric.replace(/\|/g, ', ');
const fits = (point, words) => words.split(',').filter(word => word).every(word => {
	const [name, values] = word.split(/!?=/), value = point.axes.get(name);
	return value === undefined || values.split('|').includes(value) !== word.includes('!=');
});
// "{axis}" is its value, "{axis-}" the part after the last '-'; "{>axis}" may be missing. undefined: one is missing.
const fillOut = (point, pattern) => {
	let whole = true;
	const text = pattern.replace(/\{(>?)(.*?)(-?)\}/g, (_, optional, name, end) => {
		const value = point.axes.get(name);
		whole = whole && (value !== undefined || optional);
		return value === undefined ? '' : optional + (end ? value.replace(/.*-/, '') : value);
	});
	return whole ? text : undefined;
};
const TITLE_VALUES = 8; // conditions with more values are left out
const titleOf = panel => {
	const points = panel.points.split(',').filter(word => word.split('|').length <= TITLE_VALUES).join();
	return metricOf(panel) + ' over ' + panel.x.replace(/[{}>]/g, '').replace(/-(?=$|_)/, '') +
		(points ? ': ' + points.replace(/\|/g, ' ') : '');
};

// ---- lines ----------------------------------------------------------------------------------------------------------

// The swept axis is the one along which a line has the most points.
const rangesOf = points => {
	const lines = new Map(); // by axis: the values of each line
	for (const point of points)
		for (const [name, value] of point.axes) {
			if (!isNumber(value))
				continue;
			const line = point.uuid + [...point.axes].filter(pair => pair[0] !== name).join();
			const of = lines.get(name) || lines.set(name, new Map()).get(name);
			of.set(line, (of.get(line) || new Set()).add(value));
		}
	return [...lines].map(([name, of]) => [name, Math.max(...[...of.values()].map(values => values.size))])
		.filter(([, most]) => most > 2).sort((a, b) => b[1] - a[1]);
};
const numberOf = (row, i) => row && row[i] !== '' ? +row[i] : NaN;
const placeOf = (x, row, across) => ({ x, y: numberOf(row, 8), limit: numberOf(row, 9), lo: numberOf(row, 13),
	hi: numberOf(row, 14), row, across });
const addTo = (lines, name, uuid, place) => {
	const key = uuid + '\n' + name;
	(lines.get(key) || lines.set(key, { uuid, name, data: [] }).get(key)).data.push(place);
};
// Of the picture: its panel if it is a view, the words of x if there are any, and the unit of x.
let shownView, words, xUnit;
const ofView = panel => {
	const lines = new Map(), isWords = panel.x.includes('{');
	for (const [point, metrics] of pointsOf().flatMap(point => panel.series.map(metrics => [point, metrics]))) {
		const row = metrics.map(name => point.metrics.get(name)).find(one => one),
			across = point.metrics.get(panel.x);
		const name = fits(point, panel.points) && row ? fillOut(point, panel.lines) : undefined,
			word = isWords && fillOut(point, panel.x);
		if (name === undefined || word === undefined)
			continue;
		if (isWords && !words.includes(word))
			words.push(word);
		if (across && !isWords)
			xUnit = across[7];
		const x = isWords ? words.indexOf(word) + 1 : across ? +across[8] : isNumber(point.axes.get(panel.x)) ?
			+point.axes.get(panel.x) : NaN;
		if (!isNaN(x))
			addTo(lines, name === '-' ? row[6] : name + (panel.series.length > 1 ? ' ' + row[6] : ''),
				point.uuid, placeOf(x, row, across));
	}
	return lines;
};
const ofChoice = (metric, over) => {
	const lines = new Map(), seen = new Map(), points = pointsOf().filter(point => point.metrics.has(metric)),
		isMetric = over.startsWith('metric ');
	const along = isMetric ? (rangesOf(points)[0] || [''])[0] : over;
	for (const point of points)
		for (const [name, value] of point.axes)
			(seen.get(name) || seen.set(name, new Set()).get(name)).add(value);
	for (const point of points) {
		const across = isMetric ? point.metrics.get(over.slice(7)) : undefined;
		const x = isMetric ? numberOf(across, 8) : isNumber(point.axes.get(over)) ? +point.axes.get(over) : NaN;
		if (isNaN(x))
			continue;
		if (across)
			xUnit = across[7];
		const name = [...point.axes].filter(([axis]) => axis !== along && seen.get(axis).size > 1)
			.map(([axis, value]) => axis === 'variant' ? value : axis + '=' + value).join(' ');
		addTo(lines, name || metric, point.uuid, placeOf(x, point.metrics.get(metric), across));
	}
	return lines;
};
// A line with several points at one x is split by the axes in which these differ, first by those with few values.
const isSplit = ({ data }) => new Set(data.map(point => point.x)).size === data.length;
const valueIn = (point, axis) => axis === 'variant' ? point.row[3] : axesOf(point.row).get(axis) || '';
const splitBy = (line, axis) => [...new Set(line.data.map(point => valueIn(point, axis)))].map(value => ({ ...line,
	name: line.name + ' ' + (axis === 'variant' ? '' : axis + '=') + value,
	data: line.data.filter(point => valueIn(point, axis) === value) }));
const splitLine = line => {
	const axes = [...axesOf(line.data[0].row).keys(), 'variant'].filter(axis => axis !== overText())
		.map(axis => [axis, new Set(line.data.map(point => valueIn(point, axis))).size])
		.filter(([, count]) => count > 1).sort((a, b) => a[1] - b[1]);
	return axes.reduce((parts, [axis]) =>
		parts.flatMap(part => isSplit(part) ? [part] : splitBy(part, axis)), [line]);
};
// Returns the axis in which most of the points differ; undefined: they have the same values on all axes.
const sweptAxis = data => {
	const numbers = axis => new Set(data.map(point => valueIn(point, axis)).filter(isNumber)).size;
	return [...axesOf(data[0].row).keys()].filter(axis => numbers(axis) > 1)
		.sort((a, b) => numbers(b) - numbers(a))[0];
};
const inOrder = (data, axis) => {
	const of = point => axis === undefined ? point.x : +valueIn(point, axis) || 0;
	return data.sort((a, b) => of(a) - of(b));
};
// Lines with the most points come first. A line has the colour of its name and the dashes of its GPU.
let lineList = [], hiddenLines = new Set();
const findLines = () => {
	words = [];
	xUnit = undefined;
	const choice = at('view').value;
	shownView = choice === OWN ? undefined : views.get(at('benchmark').value).panels[+choice];
	const found = [...(shownView ? ofView(shownView) : ofChoice(at('metric').value, at('over').value)).values()];
	// Over a measured rate, points are connected in the order of the swept axis, so that a line may turn back.
	const isAxis = xUnit === undefined && words.length === 0, lines = isAxis ? found.flatMap(splitLine) : found;
	const names = [...new Set(lines.map(line => line.name))].sort(order),
		uuids = [...new Set([...machines.map(one => one.key), ...lines.map(line => line.uuid)])]
			.filter(key => lines.some(line => line.uuid === key));
	lineList = lines.map(({ uuid, name, data }) => ({ uuid,
		data: inOrder(data, isAxis || xUnit === '1' ? undefined : sweptAxis(data)),
		hue: names.indexOf(name), dash: uuids.indexOf(uuid),
		label: uuids.length > 1 ? name + ' on ' + shortName(uuid) : name }))
		.sort((a, b) => b.data.length - a.data.length || order(a.label, b.label));
	hiddenLines = new Set(lineList.slice(LINES_MAX).map(line => line.label));
};
const shortName = uuid => {
	const card = machines.find(one => one.key === uuid);
	return card ? nameOf(card) : uuid.slice(0, 12);
};

// ---- the picture ----------------------------------------------------------------------------------------------------

// Sizes that double are drawn on a logarithmic axis; SMs, shares and rates are drawn on a linear axis.
const isGeometric = values => {
	const list = [...new Set(values)].sort((a, b) => a - b), most = list[list.length - 1];
	return list[0] > 0 && most >= 16 * list[0] && list[list.length >> 1] < .25 * most;
};
const spreads = values => Math.min(...values) > 0 && Math.max(...values) >= 30 * Math.min(...values);
// Large values without a unit get a prefix: 10 G.
const plain = value => Math.abs(value) < 1e4 ? String(+value.toPrecision(4)) : brief(value, '\u2007').trim();
const shownAs = (value, unit) => unit ? brief(value, unit) : plain(value);
const titleWith = (text, unit) => text + (unit && unit !== '1' ? ', ' + unit : '');

// An interval is a vertical bar. A limit that all lines have in common is labelled at its end.
const strokes = { id: 'strokes', beforeDatasetsDraw: chart => {
	const { ctx, scales: { x, y }, chartArea } = chart;
	ctx.save();
	ctx.beginPath();
	ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
	ctx.clip();
	ctx.lineWidth = 1.5;
	for (const set of chart.data.datasets)
		for (const point of set.quiet ? [] : set.data) {
			if (!(point.hi > point.lo))
				continue;
			const across = x.getPixelForValue(point.x);
			ctx.strokeStyle = set.borderColor;
			ctx.beginPath();
			ctx.moveTo(across, y.getPixelForValue(point.lo));
			ctx.lineTo(across, y.getPixelForValue(point.hi));
			ctx.stroke();
		}
	ctx.restore();
}, afterDatasetsDraw: chart => {
	const { ctx, chartArea } = chart;
	chart.data.datasets.forEach((set, i) => {
		const all = chart.getDatasetMeta(i).data, last = all[all.length - 1];
		if (!set.isLimit || !last || last.y < chartArea.top)
			return;
		ctx.save();
		ctx.font = '12px system-ui, sans-serif';
		ctx.fillStyle = set.borderColor;
		ctx.textAlign = 'right';
		ctx.fillText(set.label, Math.min(last.x, chartArea.right - 2), last.y - 5);
		ctx.restore();
	});
} };
const limitsOf = sets => {
	const known = new Map(); // lines with the same limit share it
	for (const set of sets) {
		const data = set.data.filter(point => isFinite(point.limit)).map(({ x, limit }) => ({ x, y: limit }));
		const same = new Set(data.map(point => point.y)).size === 1 ? String(data[0].y) : JSON.stringify(data);
		if (data.length > 1 && (!known.has(same) || known.get(same).data.length < data.length))
			known.set(same, { data, colour: known.has(same) ? colour('text') : set.borderColor });
	}
	return [...known.values()].map((limit, i) => ({ label: known.size === 1 || i === 0 ? 'limit' : '',
		data: limit.data, showLine: true, pointRadius: 0,
		borderWidth: 1.2, borderDash: [5, 4], borderColor: known.size === 1 ? colour('text') : limit.colour,
		quiet: true, isLimit: true }));
};
const curveNumbers = numbersOf('curve-numbers', 'Rows of the curves',
	() => ['line', overText(), 'point', 'variant', 'value', 'from', 'to', 'limit', 'status', 'reason'],
	() => lineList.filter(line => !hiddenLines.has(line.label))
	.flatMap(line => line.data.map(({ x, y, limit, lo, hi, row }) => [line.label,
		words.length > 0 ? words[x - 1] : [x, shownAs(x, xUnit)], row[4], row[3],
		...[y, lo, hi, limit].map(value => [value, si(value, row[7])]), row[11], row[12]])));
const overText = () => shownView ? shownView.x.replace(/[{}>]/g, ' ').trim() : at('over').value.replace(/^metric /, '');
const tellPoint = (set, point) => set.isLimit ? ['limit ' + shownAs(point.y, set.unit)] :
	[(set.label ? set.label + ': ' : '') + point.row[4] + ' ' + point.row[3],
	si(point.y, point.row[7]) + (point.hi > point.lo ? ', ' + si(point.lo, point.row[7]) + ' to ' + si(point.hi,
		point.row[7]) : '') +
	(isNaN(point.limit) ? '' : ', limit ' + si(point.limit, point.row[7])) +
	(point.across ? ' at ' + si(point.x, point.across[7]) : ''), point.row[11] + ' ' + point.row[12]];
const axesOfCurve = sets => {
	const xs = sets.flatMap(set => set.data.map(point => point.x)),
		ys = sets.flatMap(set => set.data.map(point => point.y)).filter(isFinite);
	const first = lineList[0].data[0].row, isLog = words.length === 0 && isGeometric(xs), high = spreads(ys);
	const x = axis(isLog ? 'logarithmic' : 'linear', titleWith(overText(), xUnit),
		value => words.length > 0 ? words[value - 1] || '' :
		!isLog || leads(value) ? shownAs(value, xUnit) : '');
	const y = axis(high ? 'logarithmic' : 'linear',
		titleWith(shownView ? metricOf(shownView) : at('metric').value, first[7]),
		value => !high || leads(value) ? shownAs(value, first[7]) : '');
	if (words.length > 0)
		Object.assign(x, { min: .5, max: words.length + .5,
			afterBuildTicks: scale => { scale.ticks = words.map((_, i) => ({ value: i + 1 })); } },
			{ ticks: { ...x.ticks, autoSkip: false, maxRotation: 60 } });
	return { x, y: high || Math.min(...ys) < 0 ? y : { ...y, min: 0 } };
};
// The picture as text for screen readers: the ends of each line.
const READ_MAX = 8;
const readCurve = lines => {
	const xText = ({ x }) => words.length > 0 ? words[x - 1] : shownAs(x, xUnit),
		yText = point => si(point.y, point.row[7]);
	const ends = lines.slice(0, READ_MAX).map(({ label, data }) => label + ' ' + yText(data[0]) + ' at ' +
		xText(data[0]) +
		(data.length > 1 ? ', ' + yText(data[data.length - 1]) + ' at ' + xText(data[data.length - 1]) : ''));
	at('curve-reads').textContent = ends.join('; ') +
		(lines.length > READ_MAX ? '; and ' + (lines.length - READ_MAX) + ' more lines' : '') + '.';
	const title = shownView ? titleOf(shownView) : at('metric').value + ' over ' + overText();
	at('curve').setAttribute('aria-label', at('benchmark').value + ', ' + title +
		'. Arrow keys go from point to point; the numbers are in the table after it.');
};
const drawCurve = () => {
	const datasets = lineList.map(({ label, data, hue, dash }) => ({ label, data, showLine: words.length === 0,
		pointRadius: words.length > 0 ? 5 : 3, borderWidth: 1.5,
		borderColor: lineColour(hue), backgroundColor: dash % 2 ? colour('page') : lineColour(hue),
		borderDash: dashOf(dash), pointStyle: shapes[hue % shapes.length] }))
		.filter(set => !hiddenLines.has(set.label));
	const limits = limitsOf(datasets)
		.map(set => ({ ...set, unit: lineList[0].data[0].row[7], showLine: words.length === 0,
			pointRadius: words.length > 0 ? 8 : 0,
		pointStyle: 'line', clip: 8 }));
	chartOf('curve', [...datasets, ...limits], axesOfCurve(datasets.length > 0 ? datasets : lineList),
		{ plugins: [strokes], tell: tellPoint });
	const of = views.get(at('benchmark').value);
	at('curve-says').replaceChildren(of ? of.summary[0].toUpperCase() + of.summary.slice(1) + '.' : '');
	for (const { key, text } of of ? of.findings : []) {
		make('br', undefined, at('curve-says'));
		make('b', shortName(key) + ': ', at('curve-says'));
		at('curve-says').append(text + '.');
	}
	readCurve(datasets);
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
	lineList.forEach(({ label, hue, dash }) => {
		const name = make('label', undefined, frame), box = make('input', undefined, name),
			swatch = make('i', undefined, name);
		box.type = 'checkbox';
		box.checked = !hiddenLines.has(label);
		swatch.className = 'swatch';
		swatch.style.borderTop = '3px ' + ['solid', 'dashed', 'dotted', 'double'][dash % 4] + ' ' +
			lineColour(hue);
		name.append(label);
		box.addEventListener('change', () => {
			hiddenLines[box.checked ? 'delete' : 'add'](label);
			drawCurve();
		});
	});
	drawCurve();
};

// ---- selection ------------------------------------------------------------------------------------------------------

const chooseOver = () => {
	findLines();
	makeLines();
};
const chooseMetric = () => {
	const metric = at('metric').value, ranges = rangesOf(pointsOf().filter(point => point.metrics.has(metric)))
		.map(([name]) => name);
	const others = metricsOf(pointsOf().filter(point => point.metrics.has(metric))).filter(name => name !== metric);
	fillIn('over', [...ranges, ...others], [...ranges, ...others.map(name => 'metric ' + name)]);
	chooseOver();
};
const chooseView = () => {
	const own = at('view').value === OWN;
	at('own').hidden = !own;
	if (own)
		chooseMetric();
	else
		chooseOver();
};
// Panels that have points here; the first is selected. OWN is the reader's own choice.
const chooseBenchmark = () => {
	const name = at('benchmark').value, panels = views.has(name) ? views.get(name).panels : [];
	const full = panels.map((panel, i) => i).filter(i => {
		words = [];
		return ofView(panels[i]).size > 0;
	});
	const metrics = metricsOf(pointsOf())
		.filter(metric => rangesOf(pointsOf().filter(point => point.metrics.has(metric))).length > 0);
	at('view').replaceChildren();
	fillIn('view', [...full.map(i => titleOf(panels[i])), ...metrics.length > 0 ? ['any metric over any other'] :
		[]], [...full.map(String), ...metrics.length > 0 ? [OWN] : []]);
	fillIn('metric', metrics);
	chooseView();
};
const drawable = name => (views.has(name) && views.get(name).panels.some(panel => {
	at('benchmark').value = name;
	words = [];
	return ofView(panel).size > 0;
})) || rangesOf(byBenchmark.get(name)).length > 0;
const curvesMade = Promise.all([rowsRead, unpack(at('views').textContent)]).then(([, text]) => {
	readViews(text);
	if (new Set(all.map(row => row[1])).size > 8)
		return;
	group(all);
	fillIn('benchmark', [...byBenchmark.keys()]);
	const names = [...byBenchmark.keys()].filter(drawable);
	if (names.length === 0)
		return;
	at('curves').hidden = false;
	fillIn('benchmark', names);
	// Starts with a picture that has a finding, preferably the best-known one: bandwidth over the working set.
	at('benchmark').value = names.includes('cache') ? 'cache' :
		names.find(name => views.has(name) && views.get(name).findings.length > 0) || names[0];
	at('benchmark').addEventListener('change', chooseBenchmark);
	at('view').addEventListener('change', chooseView);
	at('metric').addEventListener('change', chooseMetric);
	at('over').addEventListener('change', chooseOver);
	drawers.push(makeLines);
	walk('curve', everyPoint);
	chooseBenchmark();
});
