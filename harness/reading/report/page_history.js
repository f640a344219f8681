'use strict';
// The same GPUs over time: the roof of a GPU, run by run, with its steps.

// One line each, with fields separated by tabs: s for a series, p for one of its points, c for a step, d for a drift.
const readHistory = text => {
	const list = [];
	for (const line of text.split('\n')) {
		const [kind, ...of] = line.split('\t'), series = list[list.length - 1];
		if (kind === 's')
			list.push({ gpu: of[0], host: of[1], roof: of[2], unit: of[3], points: [], steps: [],
				drifts: [] });
		else if (kind === 'p')
			series.points.push({ x: 1000 * of[0], y: +of[1], lo: of[2] === '' ? NaN : +of[2],
				hi: of[3] === '' ? NaN : +of[3], ok: of[4] === '1',
				driver: of[5], version: of[6] });
		else if (kind === 'c')
			series.steps.push({ point: series.points[+of[0]], before: +of[1], after: +of[2], part: +of[3],
				confidence: +of[4], why: of[5] });
		else if (kind === 'd')
			series.drifts.push({ from: series.points[+of[0]], to: series.points[+of[1]], before: +of[2],
				after: +of[3], part: +of[4], aYear: +of[5] });
	}
	return list;
};
const dayOf = time => new Date(time).toISOString().slice(0, 10);
const timeOf = time => new Date(time).toISOString().slice(5, 16).replace('T', ' ');
const tellStep = (step, unit) => ['step on ' + dayOf(step.point.x) + ': ' + change(step.part, 1) + ', ' +
	percent(step.confidence, 2) + ' certain',
	si(step.before, unit) + ' before, ' + si(step.after, unit) + ' after',
	...step.why ? ['with it: ' + step.why] : []];

const tellDrift = drift => 'drift from ' + dayOf(drift.from.x) + ' to ' + dayOf(drift.to.x) + ': ' + change(drift.part,
	1) + ', ' + change(drift.aYear, 1) + ' a year';

let histories = [];
const past = () => histories.find(series => series.gpu === at('past-gpu').value &&
	series.roof === at('past-roof').value);
const pastNumbers = at('past') && numbersOf('past-numbers', 'Runs of the picture',
	() => ['time, UTC', 'value', 'from', 'to', 'status', 'driver', 'gpubench', 'step', 'drift'],
	() => past().points.map(point => {
		const step = past().steps.find(one => one.point === point), unit = past().unit;
		const drift = past().drifts.find(one => one.from.x <= point.x && point.x <= one.to.x);
		return [dayOf(point.x) + ' ' + timeOf(point.x).slice(6), [point.y, si(point.y, unit)],
			[point.lo, si(point.lo, unit)], [point.hi, si(point.hi, unit)], point.ok ? 'ok' : 'suspect',
			point.driver, point.version, step ? change(step.part, 1) + ', ' + percent(step.confidence, 2) +
			' certain' : '',
			drift ? change(drift.aYear, 1) + ' a year' : ''];
	}));
const drawPast = () => {
	const { points, steps, drifts, unit, roof } = past(), ys = points.map(point => point.y), low = Math.min(...ys),
		high = Math.max(...ys);
	const first = points[0].x, last = points[points.length - 1].x, room = .04 * (last - first) || 43200e3,
		margin = Math.max(.1 * (high - low), .004 * high);
	const line = (data, set) => ({ label: '', data, showLine: true, pointRadius: 0, quiet: true,
		borderWidth: 2, ...set });
	const ends = [first - room, ...steps.map(step => step.point.x), last + room];
	const datasets = [
		{ label: roof, data: points.filter(point => point.ok), pointRadius: 3.5,
			backgroundColor: colour('memory') },
		{ label: 'suspect', data: points.filter(point => !point.ok), pointRadius: 4, pointStyle: 'crossRot',
			borderColor: colour('worse') },
		...steps.map(step =>
			line([low - .5 * margin, high + .5 * margin].map(y => ({ x: step.point.x, y, step })),
			{ quiet: false, label: 'step', borderColor: colour('worse'), borderDash: [5, 4],
				pointHitRadius: 6 })),
		...steps.length === 0 ? [] : [...steps.map(step => step.before),
			steps[steps.length - 1].after].map((y, i) =>
			line([{ x: ends[i], y }, { x: ends[i + 1], y }],
				{ label: 'median', borderColor: colour('vector') })),
		...drifts.map(drift => line([{ x: drift.from.x, y: drift.before }, { x: drift.to.x, y: drift.after }],
			{ label: 'drift', borderColor: colour('worse') }))];
	const days = last - first > 3 * 86400e3;
	const x = axis('linear', days ? 'day, UTC' : 'time, UTC', value => days ? dayOf(value) : timeOf(value)),
		y = axis('linear', roof, value => brief(value, unit));
	chartOf('past', datasets, { x: { ...x, min: first - room, max: last + room },
		y: { ...y, min: low - margin, max: high + margin } }, {
		tell: (set, point) => point.step ? tellStep(point.step, unit) :
			set.quiet ? [set.label + ' ' + si(point.y, unit)] :
			[dayOf(point.x) + ' ' + timeOf(point.x).slice(6) + ': ' + si(point.y, unit) +
				(isNaN(point.lo) ? '' : ', ' + si(point.lo, unit) + ' to ' + si(point.hi, unit)),
				(point.ok ? 'ok' : 'suspect') + ', driver ' + point.driver + ', gpubench ' +
				point.version] });
	const told = [...steps.map(step => tellStep(step, unit).join('; ')), ...drifts.map(tellDrift)];
	at('past-steps').textContent = told.length > 0 ? told.join('. ') + '.' : 'No step and no drift.';
	pastNumbers();
};
const choosePast = () => {
	fillIn('past-roof', histories.filter(series => series.gpu === at('past-gpu').value).map(series => series.roof));
	drawPast();
};
const historyMade = at('series') ? unpack(at('series').textContent).then(text => {
	histories = readHistory(text);
	if (histories.length === 0)
		return;
	const known = new Set();
	for (const series of histories) {
		if (known.has(series.gpu))
			continue;
		known.add(series.gpu);
		make('option', series.host + ' ' + series.gpu, at('past-gpu')).value = series.gpu;
	}
	at('past-gpu').addEventListener('change', choosePast);
	at('past-roof').addEventListener('change', drawPast);
	drawers.push(drawPast);
	walk('past', everyPoint);
	choosePast();
	// Initially, the first series with a change is shown.
	const changed = histories.find(series => series.steps.length + series.drifts.length > 0);
	if (changed) {
		at('past-gpu').value = changed.gpu;
		choosePast();
		at('past-roof').value = changed.roof;
		drawPast();
	}
}) : Promise.resolve();
