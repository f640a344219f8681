'use strict';
// The roofline of a GPU, with that of another GPU over it and kernels under it.

const isMemory = roof => roof.unit === 'B/s';
const classOf = roof => isMemory(roof) ? 'memory' : roof.name.startsWith('tensor.') ||
	roof.name.startsWith('gemm.') ? 'matrix' : 'vector';
const isUsual = roof => isMemory(roof) ? /^(dram|l3|l2|l1|shared)\.read$/.test(roof.name) :
	/^(fp|bf|tensor\.)\w+$/.test(roof.name);
const ratesOf = details => gpuOf(details).roofs.filter(roof => /(B|FLOP|OP)\/s$/.test(roof.unit));

const cards = folded.filter(details => ratesOf(details).some(isMemory) &&
	ratesOf(details).some(roof => !isMemory(roof)));
const on = new Map(); // by the name of a roof
let kernels = [];

const edges = roofs => {
	const of = list => list.map(roof => roof.value), memory = of(roofs.filter(isMemory)),
		compute = of(roofs.filter(roof => !isMemory(roof)));
	const fastest = Math.max(...memory), slowest = Math.min(...memory), most = Math.max(...compute),
		least = Math.min(...compute);
	return { fastest, most, from: .1 * least / fastest, to: 8 * most / slowest };
};
const points = (roof, edge) => {
	const from = isMemory(roof) ? edge.from : roof.value / edge.fastest,
		to = isMemory(roof) ? edge.most / roof.value : edge.to;
	return [...Array(41)].map((_, i) => {
		const x = from * (to / from) ** (i / 40);
		return { x, y: isMemory(roof) ? x * roof.value : roof.value };
	});
};
const tell = roof => [(roof.of ? roof.of + ' ' : '') + roof.name + ': ' + si(roof.value, roof.unit),
	isNaN(roof.half) ? 'interval not known' : '\u00b1 ' + (100 * roof.half).toFixed(2) + ' %',
	isNaN(roof.limit) ? 'limit not known' : 'limit ' + si(roof.limit, roof.unit) + ', ' +
	(100 * roof.value / roof.limit).toFixed(1) + ' % of limit',
	isNaN(roof.clock) ? 'clock not known' : 'at ' + si(roof.clock, 'Hz')].concat(roof.status === 'ok' ? [] :
	[roof.status])
	.concat(roof.below ? [changeOf(roof) + ' against the ' + model.against] : []);

// The labels of lines, ridges and kernels. Names keep a distance, and are next to the picture if there is room.
const DISTANCE = 13, NAMES_ROOM = 205, isWide = chart => chart.width > 640;
const spreadOut = (list, top, bottom) => {
	list.sort((a, b) => a.y - b.y);
	for (let i = 0, last = top - DISTANCE; i < list.length; i++)
		last = list[i].y = Math.max(list[i].y, last + DISTANCE);
	for (let i = list.length - 1, next = bottom + DISTANCE; i >= 0; i--)
		next = list[i].y = Math.min(list[i].y, next - DISTANCE);
	return list;
};
const write = (ctx, text, x, y) => {
	ctx.lineWidth = 4;
	ctx.lineJoin = 'round';
	ctx.strokeStyle = colour('page');
	ctx.strokeText(text, x, y);
	ctx.fillText(text, x, y);
};
const writeNames = (chart, wanted, place) => {
	const { ctx, chartArea } = chart, list = [];
	chart.data.datasets.forEach((set, i) => {
		const all = chart.getDatasetMeta(i).data;
		if (set.roof && !set.roof.of && isMemory(set.roof) === wanted)
			list.push({ y: (wanted ? all[0] : all[all.length - 1]).y + (!wanted && isWide(chart) ? 4 : -3),
				text: set.roof.name + (isWide(chart) ? ' ' + brief(set.roof.value, set.roof.unit) : ''),
				colour: set.borderColor });
	});
	for (const one of spreadOut(list, chartArea.top + DISTANCE, chartArea.bottom - 4)) {
		ctx.fillStyle = one.colour;
		ctx.textAlign = wanted || isWide(chart) ? 'left' : 'right';
		write(ctx, one.text, place, one.y);
	}
};
// Where the slope of DRAM meets a roof. To the left of this point, memory is the limit.
const ridgeOf = roof => {
	const slopes = shownRoofs().filter(isMemory), slope = slopes.find(one => one.name === 'dram.read') ||
		slopes[slopes.length - 1];
	return slope && !isMemory(roof) ? { of: slope.name, x: roof.value / slope.value, y: roof.value } : undefined;
};
const writeRidges = chart => {
	const { ctx, chartArea, scales: { x, y } } = chart;
	let last = -Infinity;
	for (const ridge of shownRoofs().map(ridgeOf).filter(one => one).sort((a, b) => a.x - b.x)) {
		const across = x.getPixelForValue(ridge.x), down = y.getPixelForValue(ridge.y);
		ctx.strokeStyle = ctx.fillStyle = colour('text');
		ctx.lineWidth = 1.5;
		ctx.beginPath();
		ctx.arc(across, down, 4, 0, 2 * Math.PI);
		ctx.stroke();
		ctx.textAlign = 'center';
		if (across - last < 34)
			continue;
		last = across;
		ctx.setLineDash([2, 3]);
		ctx.beginPath();
		ctx.moveTo(across, down + 5);
		ctx.lineTo(across, chartArea.bottom - 16);
		ctx.stroke();
		ctx.setLineDash([]);
		write(ctx, String(+ridge.x.toPrecision(3)), across, chartArea.bottom - 5);
	}
};
const names = { id: 'names', afterDatasetsDraw: chart => {
	const { ctx, chartArea } = chart;
	ctx.save();
	ctx.font = '12px system-ui, sans-serif';
	writeRidges(chart);
	writeNames(chart, true, chartArea.left + 6);
	writeNames(chart, false, isWide(chart) ? chartArea.right + 6 : chartArea.right - 4);
	ctx.fillStyle = colour('kernel');
	ctx.textAlign = 'left';
	const at = chart.data.datasets.findIndex(set => set.label === 'kernels');
	kernels.forEach((kernel, i) => {
		const { x, y } = chart.getDatasetMeta(at).data[i], isRight = x > chartArea.right - 120;
		ctx.textAlign = isRight ? 'right' : 'left';
		write(ctx, kernel.name.slice(0, 40), x + (isRight ? -9 : 9), y + 4);
	});
	ctx.restore();
} };

// The lowest visible line above a kernel.
const above = kernel => shownRoofs().map(roof => ({ roof, y: isMemory(roof) ? kernel.x * roof.value : roof.value }))
	.filter(line => line.y >= kernel.y).sort((a, b) => a.y - b.y)[0];
const shownRoofs = () => ratesOf(cards[+at('gpu').value]).filter(roof => on.get(roof.name));

// The FLOP per byte at which the slope of the GPU's own DRAM meets the roof.
const ridgeCell = (roof, card) => {
	const slope = ratesOf(cards[card]).find(one => one.name === 'dram.read');
	return slope && !isMemory(roof) ? [roof.value / slope.value, brief(roof.value / slope.value) + ' FLOP/B'] :
		[NaN, ''];
};
const roofNumbers = numbersOf('roofline-numbers', 'Roofs of the picture',
	() => ['GPU', 'roof', 'value', '\u00b1', 'limit', 'of limit', 'clock', 'ridge', 'status'],
	() => [at('gpu'), at('other')].filter(select => select.value !== '')
	.flatMap(select => ratesOf(cards[+select.value])
		.filter(roof => on.get(roof.name)).map(roof => [cards[+select.value].dataset.key, roof.name,
			[roof.value, si(roof.value, roof.unit)],
			[roof.half, percent(roof.half, 2)], [roof.limit, si(roof.limit, roof.unit)],
			[roof.value / roof.limit, percent(roof.value / roof.limit, 1)],
			[roof.clock, si(roof.clock, 'Hz')], ridgeCell(roof, +select.value), roof.status])));
// What a kernel of a given intensity can attain on each GPU of the picture, and the roof that limits it.
const attainableOn = (card, intensity, named) => {
	const roofs = ratesOf(card), memory = roofs.find(roof => roof.name === 'dram.read'),
		compute = roofs.find(roof => roof.name === named);
	if (!memory || !compute)
		return nameOf(card.dataset) + ' has no roof of DRAM or of ' + named;
	const rate = Math.min(intensity * memory.value, compute.value);
	return nameOf(card.dataset) + ' attains ' + si(rate, compute.unit) + ' in ' + named + ' (' +
		percent(rate / compute.value, 1) + ' of its roof), limited by ' +
		(rate < compute.value ? memory.name : named);
};
const tellAttainable = () => {
	const intensity = +at('intensity').value;
	at('attainable').textContent = !(intensity > 0) ? '' : 'At ' + +intensity.toPrecision(4) + ' FLOP/B ' +
		[at('gpu'), at('other')].filter(select => select.value !== '')
		.map(select => attainableOn(cards[+select.value], intensity, at('format').value)).join('; ') + '.';
};
const placeKernels = () => {
	at('placed').replaceChildren();
	if (kernels.length > 0)
		makeTable(at('placed'), 'Kernels', ['kernel', 'FLOP/B', 'FLOP/s', 'lowest line above', 'part of that'],
			kernels.map(kernel => {
			const line = above(kernel);
			return [kernel.name, [kernel.x, brief(kernel.x)], [kernel.y, si(kernel.y, 'FLOP/s')],
				line ? line.roof.name : 'none',
				[line ? kernel.y / line.y : NaN, line ? percent(kernel.y / line.y, 1) : '']];
		}));
};

const draw = () => {
	const roofs = ratesOf(cards[+at('gpu').value]), other = at('other').value === '' ? [] :
		ratesOf(cards[+at('other').value])
		.map(roof => ({ ...roof, of: cards[+at('other').value].dataset.key }));
	const shown = [...roofs, ...other].filter(roof => on.get(roof.name)), own = shownRoofs();
	const span = own.some(isMemory) && own.some(roof => !isMemory(roof)) ? own : roofs, edge = edges(span);
	// Each GPU's slopes end at its own roofs.
	const usable = other.filter(roof => on.get(roof.name)),
		far = usable.some(isMemory) && usable.some(roof => !isMemory(roof)) ? edges(usable) : edge;
	const datasets =
		shown.map(roof => ({ label: roof.name,
			data: points(roof, roof.of ? { ...far, from: edge.from, to: edge.to } : edge), showLine: true,
			pointRadius: 0, pointHitRadius: 8,
		borderWidth: 2, borderDash: roof.of ? [6, 4] : [], borderColor: colour(classOf(roof)), roof }));
	datasets.push({ label: 'kernels', data: kernels, pointRadius: 6, pointStyle: 'rectRot',
		backgroundColor: colour('kernel') });
	const bottom = Math.min(edge.from * Math.min(...span.filter(isMemory).map(roof => roof.value)),
		...kernels.map(kernel => kernel.y / 2));
	const narrow = 3 * edge.most < 1e3 * bottom;
	const y = axis('logarithmic', 'performance, FLOP/s or OP/s',
		value => leads(value) && (narrow || /^1/.test(value.toExponential())) ? brief(value, 'FLOP/s') : '');
	y.min = bottom;
	y.max = 3 * Math.max(edge.most, far.most);
	const x = axis('logarithmic', 'arithmetic intensity, FLOP/B',
		value => /^1/.test(value.toExponential()) ? String(+value.toPrecision(2)) : '');
	x.min = Math.min(edge.from, ...kernels.map(kernel => kernel.x / 2));
	x.max = Math.max(edge.to, ...kernels.map(kernel => 2 * kernel.x));
	chartOf('roofline', datasets, { x, y },
		{ plugins: [names], room: isWide({ width: at('frame').clientWidth }) ? NAMES_ROOM : 0,
			tell: (set, point) => set.roof ? [...tell(set.roof), si(point.y,
				isMemory(set.roof) ? 'FLOP/s' : set.roof.unit) + ' at ' + brief(point.x) + ' FLOP/B'] :
		[point.name + ': ' + si(point.y, 'FLOP/s') + ' at ' + brief(point.x) + ' FLOP/B',
			above(point) ? percent(point.y / above(point).y, 1) + ' of ' + above(point).roof.name :
			'above every visible line'] });
	at('and').classList.toggle('unused', at('other').value === '');
	roofNumbers();
	placeKernels();
	tellAttainable();
};
const switchAll = (roofs, to) => {
	roofs.forEach(roof => on.set(roof.name, to));
	makeSwitches();
};
const makeSwitches = () => {
	const roofs = ratesOf(cards[+at('gpu').value]), switches = at('switches');
	switches.replaceChildren();
	for (const roof of roofs)
		if (!on.has(roof.name))
			on.set(roof.name, isUsual(roof));
	fillIn('format', roofs.filter(roof => !isMemory(roof)).map(roof => roof.name), undefined, 'fp32');
	for (const [kind, title] of [['memory', 'Memory'], ['vector', 'Arithmetic'], ['matrix', 'Matrix units']]) {
		const of = roofs.filter(roof => classOf(roof) === kind);
		if (of.length === 0)
			continue;
		const group = make('fieldset', undefined, switches), legend = make('legend', title, group);
		legend.className = group.className = kind;
		for (const [word, to] of [['all', true], ['none', false]]) {
			const button = make('button', word, group);
			button.type = 'button';
			button.setAttribute('aria-label', word + ' of ' + title);
			button.addEventListener('click', () => switchAll(of, to));
		}
		for (const roof of of) {
			const label = make('label', undefined, group), box = make('input', undefined, label);
			label.className = kind;
			label.append(' ' + roof.name);
			box.type = 'checkbox';
			box.checked = on.get(roof.name);
			box.addEventListener('change', () => {
				on.set(roof.name, box.checked);
				draw();
			});
		}
	}
	draw();
};
const readKernels = text => {
	const lines = text.split(/\r?\n/).filter(line => line && !line.startsWith('name,'));
	const read = lines.map(line => line.split(',')).filter(cells => cells.length === 4 &&
		cells.slice(1).every(cell => +cell > 0));
	kernels = read.map(([name, flop, byte, seconds]) => ({ name, x: flop / byte, y: flop / seconds }));
	at('said').textContent = kernels.length + ' kernels' +
		(read.length < lines.length ? ', ' + (lines.length - read.length) + ' lines are none' : '');
	draw();
};
const open = file => file && file.text().then(readKernels);

if (cards.length > 0) {
	at('live').hidden = false;
	make('option', 'none', at('other')).value = '';
	cards.forEach((details, i) => {
		for (const select of [at('gpu'), at('other')])
			make('option', details.querySelector('summary').textContent, select).value = i;
	});
	at('and').hidden = cards.length < 2;
	at('gpu').addEventListener('change', makeSwitches);
	at('other').addEventListener('change', draw);
	at('intensity').addEventListener('input', tellAttainable);
	at('format').addEventListener('change', tellAttainable);
	at('kernels').addEventListener('change', event => open(event.target.files[0]));
	const frame = at('frame');
	for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'])
		frame.addEventListener(name, event => {
			event.preventDefault();
			frame.classList.toggle('over', name === 'dragenter' || name === 'dragover');
			if (name === 'drop')
				open(event.dataTransfer.files[0]);
		});
	drawers.push(draw);
	walk('roofline',
		chart => chart.data.datasets.flatMap((set, datasetIndex) => set.roof ? [{ datasetIndex, index: 20 }] :
		set.data.map((_, index) => ({ datasetIndex, index }))));
	makeSwitches();
}
