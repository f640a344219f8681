'use strict';
// Appended to a report by analysis.sh: what a reader does, and what must be seen then. data-fleet on it: the
// page of a fleet.
{ // the page's own names are in scope here, and stay as they are
const wrong = [];
const must = (holds, what) => { if (!holds) wrong.push(what); };
const rows = () => [...document.querySelectorAll('#rows tbody tr')];
const column = name => [...document.querySelectorAll('#rows th')].findIndex(h => h.textContent === name);
const heading = name => document.querySelectorAll('#rows th')[column(name)];
const values = () => rows().map(r => r.cells[column('value')].dataset.v).filter(v => v !== undefined).map(Number);
const sorted = (list, sign) => list.every((v, i) => i === 0 || sign * (v - list[i - 1]) >= 0);
const type = (id, text) => {
	document.getElementById(id).value = text;
	document.getElementById(id).dispatchEvent(new Event('input'));
};
const told = () => parseInt(document.getElementById('shown').textContent, 10);

const wait = () => new Promise(go => setTimeout(go, 1));
const until = async holds => { for (let i = 0; i < 20000 && !holds(); i++) await wait(); };
const chart = id => drawn.get(id);
const press_ = (element, name) =>
	element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
// The table behind a picture; closed again.
const numbers = async id => {
	const details = document.getElementById(id);
	details.open = true;
	await until(() => details.querySelector('tbody tr'));
	const rows = [...details.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.textContent));
	details.open = false;
	return rows;
};
// Put the pointer on a point of a chart, and return what is shown then.
const hover = async (id, set, i) => {
	const canvas = document.getElementById(id), element = chart(id).getDatasetMeta(set).data[i];
	canvas.scrollIntoView();
	const box = canvas.getBoundingClientRect();
	canvas.dispatchEvent(new MouseEvent('mousemove', { clientX: box.x + element.x, clientY: box.y + element.y,
		bubbles: true }));
	await until(() => chart(id).tooltip.opacity > 0 && chart(id).tooltip.body);
	return chart(id).tooltip.opacity > 0 ? chart(id).tooltip.body.flatMap(part => part.lines).join('; ') : '';
};
// Arrow keys on a chart: the first point's words.
const arrow = id => {
	const canvas = document.getElementById(id);
	canvas.focus();
	must(document.activeElement === canvas, id + ' is reached by the keyboard');
	press_(canvas, 'ArrowRight');
	return document.getElementById(id + '-at').textContent;
};

const table = () => {
	const count = told();
	must(count > 20 && rows().length === Math.min(count, 200), 'there are rows');
	must(rows()[0].cells[column('value')].dataset.v !== undefined || all.every(row => row[8] === ''),
		'what was measured comes first');
	heading('value').click();
	must(sorted(values(), 1) && heading('value').getAttribute('aria-sort') === 'ascending', 'values ascend');
	const button = heading('value').querySelector('button');
	button.focus();
	must(document.activeElement === button, 'headings are reached by the keyboard');
	button.click();
	must(sorted(values(), -1) && heading('value').getAttribute('aria-sort') === 'descending', 'values descend');
	heading('host').click();
	must(sorted(rows().map(r => r.cells[0].textContent.localeCompare(rows()[0].cells[0].textContent)), 1),
		'text is sorted too');
	must(told() === count, 'sorting loses nothing');
	const host = rows()[0].cells[0].textContent;
	const some = all.some(row => row[5] === 'fp32') ? 'fp32' : 'fp64';
	type('filter', some.toUpperCase() + ' ' + host);
	must(told() > 0 && told() < count, 'the filter leaves some');
	must(rows().every(r => r.textContent.includes(some) && r.textContent.includes(host)), 'those with both words');
	type('filter', 'no such thing');
	must(told() === 0 && rows().length === 0, 'nothing fits');
	type('filter', some);
	const text = csvOf(rowsChosen());
	must(text.split('\r\n').length === told() + 2 && text.startsWith('"host","GPU"'),
		'what is chosen can be saved');
	must(csvOf([['=1+2', 'a "b"', 1.5]]) === '"\'=1+2","a ""b""",1.5\r\n', 'and a text is no formula');
	type('filter', '');
	must(told() === count, 'all are back');
	const more = document.getElementById('more');
	must(more.hidden === (count <= 200), 'more rows are offered where there are some');
	if (!more.hidden) {
		more.click();
		must(rows().length === Math.min(count, 400), 'and shown');
	}
};

// A file for an input, or for a drop.
const carrying = text => {
	const files = new DataTransfer();
	files.items.add(new File([text], 'kernels.csv', { type: 'text/csv' }));
	return files;
};
const roofline = async () => {
	const sets = () => chart('roofline').data.datasets, said = () => document.getElementById('said').textContent;
	const names = () => sets().filter(set => set.roof).map(set => set.roof.name);
	const some = names().includes('fp32') ? 'fp32' : 'fp64';
	must(names().includes('dram.read') && names().includes(some), 'there is a live roofline');
	const box = name => [...document.querySelectorAll('#switches label')].find(l => l.textContent.trim() === name)
		.querySelector('input');
	box(some).click();
	must(!names().includes(some) && names().includes('dram.read'), 'a roof is switched off');
	box(some).click();
	must(names().includes(some), 'and on');
	const press = name => document.querySelector('#switches button[aria-label="' + name + '"]').click();
	press('none of Memory');
	must(!names().some(name => /^(dram|l2)/.test(name)) && names().includes(some),
		'levels are switched off together');
	press('all of Memory');
	must(names().includes('dram.read') &&
		[...document.querySelectorAll('#switches label.memory input')].every(one => one.checked), 'and on');
	const i = sets().findIndex(set => set.roof && set.roof.name === 'dram.read'), slope = sets()[i],
		at = slope.data[10];
	must(Math.abs(at.y / at.x / slope.roof.value - 1) < 1e-9, 'a slope has the rate of its memory');
	const text = await hover('roofline', i, 30);
	must(/dram\.\w+: [\d.]+ .B\/s; ± [\d.]+ %; limit /.test(text),
		'the pointer shows value, interval and limit: ' + text);
	must(/^[\w.]+: [\d.]+ /.test(arrow('roofline')), 'arrow keys say the same');
	const rows = await numbers('roofline-numbers');
	must(rows.length === names().length && rows.some(row => row[1] === 'dram.read' && /B\/s$/.test(row[2])),
		'its numbers are a table');
	const kernels = () => sets()[sets().length - 1].data;
	// By the chooser of files, then dropped.
	const input = document.getElementById('kernels');
	input.files = carrying('name,flop,byte,seconds\n<img src=x onerror=pwned()>,8e9,4e9,2\nnone,1\n').files;
	input.dispatchEvent(new Event('change'));
	await until(() => said().includes('kernels'));
	must(kernels().length === 1 && kernels()[0].x === 2 && kernels()[0].y === 4e9, 'a kernel is placed');
	must(said() === '1 kernels, 1 lines are none', 'lines that are none are told');
	must(!document.querySelector('img') && document.getElementById('placed').textContent.includes('<img src=x'),
		'its name is text');
	const drop = name => {
		const event = new DragEvent(name, { dataTransfer: carrying('one,8e9,2e9,2\r\ntwo,1e12,1e9,1\r\n'),
			bubbles: true, cancelable: true });
		document.getElementById('roofline').dispatchEvent(event);
		return event.defaultPrevented;
	};
	must(drop('dragover') && document.querySelector('#frame.over'), 'the picture takes a file, and shows it');
	must(drop('drop') && !document.querySelector('#frame.over'), 'the browser does not open it');
	await until(() => said() === '2 kernels');
	must(said() === '2 kernels' && kernels()[0].x === 4 && kernels()[1].name === 'two',
		'kernels are dropped on it');
	const placed = [...document.querySelectorAll('#placed tbody tr')].map(row =>
		[...row.cells].map(cell => cell.textContent));
	must(placed.length === 2 && placed[0][1] === '4' && placed[0][3] !== '' && / ?%$/.test(placed[0][4]),
		'a table says what is above each: ' + placed[0]);
	const other = document.getElementById('other'), before = names().length;
	must(document.getElementById('and').hidden === (other.options.length < 3),
		'another GPU is offered where there is one');
	if (other.options.length > 2) {
		other.selectedIndex = 2;
		other.dispatchEvent(new Event('change'));
		must(names().length > before && sets().some(set => set.borderDash && set.borderDash.length > 0),
			'and drawn on it, dashed');
	}
};

const curves = async () => {
	const select = document.getElementById('benchmark'), sets = () => chart('curve').data.datasets,
		own = () => sets().filter(set => !set.quiet);
	must(select.options.length > 0 && sets().length > 0, 'there are curves');
	for (let i = 0; i < select.options.length; i++) {
		select.selectedIndex = i;
		select.dispatchEvent(new Event('change'));
		const view = document.getElementById('view');
		must(view.options.length > 0, 'each benchmark has a view: ' + select.value);
		for (let j = 0; j < view.options.length; j++) {
			view.selectedIndex = j;
			view.dispatchEvent(new Event('change'));
			const set = sets().find(one => !one.quiet);
			must(set && set.data.every(point => point.row[2] === select.value && isFinite(point.x)),
				'of each benchmark: ' + select.value + ' ' + view.value);
			must(xUnit !== undefined || words.length > 0 || lineList.every(({ data }) =>
				data.every(({ x }, k) => k === 0 || x > data[k - 1].x)),
				'no line of an axis runs back: ' + select.value + ' ' + view.value);
		}
	}
	const take = (id, value) => {
		document.getElementById(id).value = value;
		document.getElementById(id).dispatchEvent(new Event('change'));
	};
	if (views.has('loaded') && byBenchmark.has('loaded')) {
		take('benchmark', 'loaded');
		const points = sets().flatMap(set => set.data);
		must(points.length > 9 && points.every(({ x, y, row, across }) => row[6] === 'latency' &&
			across[6] === 'bandwidth' && row[4] === across[4] &&
			y === +row[8] && x === +across[8]), 'latency is drawn over bandwidth, as its author says');
		must(chart('curve').options.scales.x.title.text === 'bandwidth, B/s' &&
			chart('curve').options.scales.y.title.text === 'latency, s', 'axes have units');
		take('view', 'own');
		take('metric', 'bandwidth');
		take('over', 'metric latency');
		must(sets().some(set => set.data.some(({ row, across }) => row[6] === 'bandwidth' && across &&
			across[6] === 'latency')), 'any metric is an axis');
		must(/benchmark=loaded&view=own&metric=bandwidth&over=metric\+latency/.test(location.hash),
			'the address has what is chosen: ' + location.hash);
	}
	if (views.has('map') && byBenchmark.has('map')) {
		take('benchmark', 'map');
		must(chart('curve').options.scales.x.type === 'linear', 'SMs are on a linear axis');
	}
	if (views.has('cache') && byBenchmark.has('cache')) {
		location.hash = '#benchmark=cache';
		await until(() => select.value === 'cache');
		must(select.value === 'cache' && chart('curve').options.scales.x.type === 'logarithmic',
			'an address brings back what was chosen');
		must(sets().some(set => set.isLimit) && sets()[0].data.some(point => point.hi > point.lo),
			'limits and intervals are drawn');
	}
	const place = sets().findIndex(one => !one.quiet && one.data.length > 1), row = sets()[place].data[1].row;
	const text = await hover('curve', place, 1);
	must(sets().some(set => set.data.some(point => point.row && text.includes(point.row[4]) &&
		text.includes(point.row[11]))), 'a point tells its row: ' + text);
	must(arrow('curve').includes('='), 'arrow keys do, too');
	const rows = await numbers('curve-numbers');
	must(rows.length === own().reduce((sum, set) => sum + set.data.length, 0) &&
		rows.some(cells => cells.includes(row[4])), 'its numbers are a table');
	const box = document.querySelector('#lines input:checked'), count = own().length;
	box.click();
	must(own().length === count - 1, 'a line is switched off');
	document.querySelector('#lines button[aria-label="all of the lines"]').click();
	must(own().length >= count, 'and on');
};

const side = async () => {
	const cards = [...document.querySelectorAll('details.gpu')], shown = () => cards.filter(card => !card.hidden);
	must(document.getElementById('roof').options.length > 0 && document.querySelectorAll('#columns tbody tr')
		.length > 0, 'GPUs stand side by side');
	must(document.querySelectorAll('#columns th').length === 1 + Math.min(cards.length, 6), 'a column each');
	must((await numbers('strip-numbers')).length > 0, 'a roof of each as a table');
	type('gpus', 'no such GPU');
	must(shown().length === 0 && /^0 of /.test(document.getElementById('matched').textContent), 'none fits');
	const host = cards[cards.length - 1].dataset.host;
	type('gpus', host);
	must(shown().length > 0 && shown().every(card => card.textContent.includes(host) ||
		card.querySelector('summary').textContent.includes(host)), 'filtered by host');
	type('gpus', cards[0].dataset.model);
	must(shown().length > 0, 'and by model');
	type('gpus', '');
	must(shown().length === cards.length, 'all are back');
	const base = document.getElementById('base');
	base.value = '0';
	base.dispatchEvent(new Event('change'));
	const cells = [...document.querySelectorAll('#columns tbody tr')].map(row => [...row.cells])
		.filter(row => row[1].dataset.v && row[2] && row[2].dataset.v);
	must(cells.length > 0 &&
		cells.every(row => row[2].textContent.endsWith('\u00d7' + (row[2].dataset.v / row[1].dataset.v)
			.toFixed(3)) && !row[1].textContent.includes('\u00d7')),
		'ratios to the GPU that is chosen');
	must(document.querySelectorAll('#columns th')[1].textContent.startsWith(cards[0].dataset.host),
		'which comes first');
	base.value = '';
	base.dispatchEvent(new Event('change'));
	const roof = document.getElementById('roof');
	roof.selectedIndex = roof.options.length - 1;
	roof.dispatchEvent(new Event('change'));
	const points = chart('strip').data.datasets.flatMap(set => set.data).sort((a, b) => a.x - b.x);
	must(points.length > 0 && points.every(point => point.machine.roofs.has(roof.value)), 'another roof is chosen');
};

const fleet = async () => {
	const cards = [...document.querySelectorAll('details.gpu')], shown = () => cards.filter(card => !card.hidden);
	must(cards.length > 8 && cards.every(card => !card.open && !card.querySelector('table')),
		'tables of a fleet wait');
	must(/: slow, /.test(cards[0].querySelector('summary').textContent), 'the outlier is first');
	must(document.querySelectorAll('#columns th')[1].textContent.startsWith(cards[0].dataset.host),
		'among the columns too');
	const marked = [...document.querySelectorAll('#columns td.b')];
	must(marked.some(cell => cell.cellIndex === 1 &&
		cell.closest('tr').cells[0].textContent === cards[0].dataset.worst), 'its slow roof is marked');
	must(document.getElementById('roof').value === cards[0].dataset.worst,
		'its worst roof is the one that is shown');
	const outlier = chart('strip').data.datasets.findIndex(set => set.label === 'outlier');
	must(chart('strip').data.datasets[outlier].data.some(point => point.machine.key === cards[0].dataset.key),
		'where it is an outlier');
	const text = await hover('strip', outlier, 0);
	must(text.includes(chart('strip').data.datasets[outlier].data[0].machine.host) && text.includes('an outlier'),
		'the pointer says who it is: ' + text);
	must(!document.getElementById('heat-part').hidden && heatShown.length === cards.length &&
		heatRoofs.includes(cards[0].dataset.worst), 'a map of all roofs of all GPUs');
	const outside = await numbers('heat-numbers'),
		slow = cards.filter(card => /: slow, /.test(card.querySelector('summary').textContent));
	must(slow.length > 0 &&
		slow.every(card => outside.some(row => row[1] === card.dataset.key && row[2] === card.dataset.worst &&
			row[5] === 'slow')),
		'has every slow GPU, by its roof');
	must(/ [\w.]+: .* than the median/.test(arrow('heat')), 'arrow keys go through it');
	cards[0].open = true;
	fill(cards[0]);
	must(cards[0].querySelectorAll('tbody tr').length > 0, 'a table is made when it is opened');
	type('gpus', 'slow');
	must(shown().length > 0 && shown().length < cards.length, 'the index is filtered');
	must(chart('strip').data.datasets.flatMap(set => set.data).length === shown().length, 'and the picture');
	type('gpus', '');
	must(shown().length === cards.length, 'all are back');
};

// What is below the reference or the baseline: in the table of it, and marked where the GPU's own roofs are.
const below = async () => {
	const section = document.getElementById('below-title').parentElement,
		against = document.getElementById('below-title').textContent;
	const drops = [...section.querySelectorAll('tbody tr')].map(row =>
		[...row.cells].map(cell => cell.textContent));
	must(drops.length > 0 || section.textContent.includes('No roof is below the '),
		'something is below, or it is said that nothing is');
	must(/^GPUs against the (reference|baseline)/.test(against), 'its heading says against what');
	for (const [roof, off, , , value, gpu] of drops) {
		const card = [...document.querySelectorAll('details.gpu')].find(one => one.dataset.key === gpu);
		must(card.querySelector('summary').textContent.includes('; below its ') && card.dataset.below !== '',
			'the index tells it of ' + gpu);
		fill(card);
		card.open = true;
		const row = [...card.querySelectorAll('tbody tr')].find(one => one.cells[0].textContent === roof);
		must(/^below, -/.test(off) && value !== '', 'a row says how far: ' + roof);
		must(row ? row.cells[10].textContent === off && row.cells[10].classList.contains('b') :
			roof.includes('/'),
			'a roof is marked: ' + roof + ' of ' + gpu);
		const cell = [...document.querySelectorAll('#columns tbody tr')].find(one =>
			one.cells[0].textContent === roof)?.cells[
			[...document.querySelectorAll('#columns th')].findIndex(one =>
				one.textContent.endsWith(' ' + gpu))];
		must(!cell || cell.classList.contains('b'), 'in the columns, too');
		card.open = false;
	}
	const marked = [...document.querySelectorAll('details.gpu td:nth-child(11).b')].length;
	must(marked <= drops.length, 'and no other');
};

const past = async () => {
	const gpu = document.getElementById('past-gpu'),
		steps = () => chart('past').data.datasets.filter(set => set.label === 'step');
	must(gpu.value === 'GPU-1' && document.getElementById('past-roof').value === 'dram.read' &&
		steps().length === 1, 'the first step is shown');
	must(/step on 2026-01-31: \u22123\.0\u00a0%, 99\.\d\d\u00a0% certain;.*driver 580 -> 590/.test(
		document.getElementById('past-steps').textContent),
		'with its day, size, confidence and cause: ' + document.getElementById('past-steps').textContent);
	const i = chart('past').data.datasets.findIndex(set => set.label === 'step');
	must((await hover('past', i, 0)).includes('step on 2026-01-31'), 'the pointer tells it, too');
	must(/^2026-01-01 06:00: /.test(arrow('past')), 'arrow keys go from run to run');
	const rows = await numbers('past-numbers');
	must(rows.length === 60 && rows.filter(row => /certain/.test(row[7])).length === 1 &&
		rows[30][0] === '2026-01-31 06:00', 'its numbers are a table');
	gpu.value = 'GPU-0';
	gpu.dispatchEvent(new Event('change'));
	must(steps().length === 0 && document.getElementById('past-steps').textContent === 'No step and no drift.',
		'another GPU is chosen');
};

// What is printed: light, whole, and as before after it.
const printed = () => {
	const folded = [...document.querySelectorAll('details.gpu')], open = folded.filter(one => one.open).length;
	dispatchEvent(new Event('beforeprint'));
	must(folded.every(one => one.open || !(one.dataset.worst || one.dataset.below)) &&
		folded.every(one => !one.open || one.querySelector('table, p')), 'the tables of outliers are printed');
	must(folded.length > 8 || folded.every(one => one.open), 'and of few GPUs all');
	must(getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)', 'on white');
	for (const one of drawn.values())
		must(one.options.scales.y.ticks.color === '#1b1b1b', 'with dark ink');
	dispatchEvent(new Event('afterprint'));
	must(folded.filter(one => one.open).length === open, 'and folded again');
};

// Roles, names, and the order of the keyboard.
const reachable = () => {
	must([...document.querySelectorAll('section')].every(one =>
		document.getElementById(one.getAttribute('aria-labelledby'))), 'every section has its heading');
	must(document.querySelectorAll('main').length === 1 && document.querySelectorAll('h1').length === 1,
		'one main part');
	must([...document.querySelectorAll('canvas')].every(one => one.getAttribute('role') === 'img' &&
		one.getAttribute('aria-label') && one.tabIndex === 0 &&
		document.getElementById(one.id + '-numbers')), 'every chart has a name and its numbers');
	must([...document.querySelectorAll('figure svg')].every(one => one.getAttribute('aria-label')),
		'every picture has a name');
	must([...document.querySelectorAll('table')].every(one => one.getAttribute('aria-label')),
		'every table has a name');
	must([...document.querySelectorAll('[tabindex]')].every(one => one.tabIndex === 0),
		'the keyboard goes in the order of the page');
	must([...document.querySelectorAll('button')].every(one => one.textContent.trim() ||
		one.getAttribute('aria-label')), 'every button says what it does');
	const links = [...document.querySelectorAll('#contents a')];
	must(links.length > 2 && links.every(one => document.querySelector(one.getAttribute('href')).offsetParent),
		'the contents lead to what is there');
};

// Of text on its background, by WCAG 2: 4.5 at least.
const contrast = () => {
	const parts = text => text.match(/[\d.]+/g).slice(0, 3).map(Number);
	const light = text => parts(text).map(c => c / 255).map(c => c <= .03928 ? c / 12.92 :
		((c + .055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
	// Tables have thousands of texts on one background, in a few colours: each is asked for once.
	const known = new Map(), ratios = new Map();
	const behind = element => {
		if (!element)
			return 'rgb(255, 255, 255)';
		if (!known.has(element)) {
			const colour = getComputedStyle(element).backgroundColor;
			known.set(element, /rgba\(.*, 0\)$/.test(colour) ? behind(element.parentElement) : colour);
		}
		return known.get(element);
	};
	const ratio = (colour, ground) => {
		const key = colour + ' on ' + ground;
		if (!ratios.has(key)) {
			const pair = [light(colour), light(ground)].sort((a, b) => b - a);
			ratios.set(key, (pair[0] + .05) / (pair[1] + .05));
		}
		return ratios.get(key);
	};
	const bad = new Set();
	const check = (element, colour) => {
		if (ratio(colour, behind(element)) < 4.5)
			bad.add(element.tagName + '.' + (element.className.baseVal || element.className) + ' ' +
				colour + ' on ' + behind(element));
	};
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let seen = 0;
	while (texts.nextNode()) {
		const element = texts.currentNode.parentElement;
		if (!texts.currentNode.data.trim() || !element.checkVisibility() ||
			/^(SCRIPT|PRE|STYLE|TITLE|DESC)$/i.test(element.tagName))
			continue;
		const style = getComputedStyle(element);
		check(element, element.closest('svg') ? style.fill : style.color);
		seen++;
	}
	must(seen > 100, 'there is text');
	// Of a chart: its ticks, titles and the names of its lines are on the page's colour.
	for (const one of drawn.values())
		for (const scale of Object.values(one.options.scales)) {
			const probe = document.createElement('i');
			probe.style.color = scale.ticks.color;
			at('live').parentNode.append(probe);
			check(document.body, getComputedStyle(probe).color);
			probe.remove();
		}
	must(bad.size === 0, 'contrast of ' + [...bad].slice(0, 5).join(', '));
};

(async () => {
	await whole;
	contrast();
	table();
	if (document.querySelectorAll('details.gpu').length > 8)
		await fleet();
	if (!document.getElementById('side').hidden)
		await side();
	if (document.getElementById('below-title'))
		await below();
	if (!document.getElementById('live').hidden)
		await roofline();
	if (!document.getElementById('curves').hidden)
		await curves();
	if (document.getElementById('past') && document.querySelector('#past-gpu [value="GPU-1"]'))
		await past();
	must(document.querySelectorAll('figure pre').length === 0, 'every picture is unpacked');
	reachable();
	printed();
	contrast();
	const wide = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() &&
		!one.closest('.w, figure') &&
		one.getBoundingClientRect().right > document.documentElement.clientWidth);
	must(document.documentElement.scrollWidth <= document.documentElement.clientWidth,
		'the page is no wider than its window: ' + wide.slice(0, 3).map(one => one.tagName + ' ' + one.id +
			' ' + one.className).join(', '));
	must([...document.querySelectorAll('input, select')].every(e => e.labels.length > 0),
		'every input has a label');
	return wrong.length ? 'wrong: ' + wrong.join('; ') : 'all is well';
})().catch(error => 'wrong: ' + error.stack).then(text => {
	const result = document.createElement('pre');
	result.id = 'result';
	result.textContent = text;
	document.body.append(result);
});
}
