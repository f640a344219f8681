'use strict';
// Functions shared by the parts of the page. Texts from files reach the page only as textContent. Tables of many GPUs,
// and the table of rows, are created when they come into view.

const make = (name, text, parent) => {
	const element = document.createElement(name);
	if (text !== undefined)
		element.textContent = text;
	if (parent)
		parent.append(element);
	return element;
};
const at = id => document.getElementById(id);

// Unpacks the output of gb_compress().
const unpack = async packed => {
	if (!packed.trim())
		return '';
	const text = atob(packed.trim()), bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++)
		bytes[i] = text.charCodeAt(i);
	return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
};

// Does the same as gb_quantity_write().
const si = (value, unit) => {
	if (!unit || unit === '1' || unit === 'cycles' || value === 0)
		return +value.toPrecision(5) + (unit && unit !== '1' ? ' ' + unit : '');
	const steps = [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'u'],
		[1e-9, 'n'], [1e-12, 'p']];
	const [scale, prefix] = steps.find(step => Math.abs(value) >= step[0]) || steps[steps.length - 1];
	const scaled = value / scale;
	return scaled.toFixed(Math.abs(scaled) < 10 ? 3 : Math.abs(scaled) < 100 ? 2 : 1) + ' ' + prefix + unit;
};
// For an axis: as short as possible with three exact digits.
const brief = (value, unit) => si(value, unit).replace(/(\.\d*?)0+(?= |$)/, '$1').replace(/\.(?= |$)/, '');
const percent = (part, digits) => (100 * part).toFixed(digits) + '\u00a0%';
const change = (part, digits) => (part < 0 ? '\u2212' : '+') + percent(Math.abs(part), digits);
const wordsOf = text => text.toLowerCase().split(/\s+/).filter(word => word);

// ---- tables ---------------------------------------------------------------------------------------------------------

// A number is sorted by its value, which is in data-v if the text has a prefix and a unit.
const key = (row, i) => {
	const cell = row.cells[i];
	if (cell.dataset.v !== undefined)
		return +cell.dataset.v;
	if (!cell.classList.contains('n'))
		return cell.textContent;
	return cell.textContent === '' ? '' : +cell.textContent;
};
// Blanks come last in both directions.
const order = (a, b, up = true) => (a === '') - (b === '') || (up ? 1 : -1) *
	(typeof a === 'number' && typeof b === 'number' ? a - b :
		String(a).localeCompare(String(b), undefined, { numeric: true }));

const mark = heading => {
	const up = heading.getAttribute('aria-sort') !== 'ascending';
	for (const other of heading.parentNode.cells)
		other.removeAttribute('aria-sort');
	heading.setAttribute('aria-sort', up ? 'ascending' : 'descending');
	return up;
};
const sort = heading => {
	const table = heading.closest('table'), up = mark(heading);
	if (table.closest('#rows')) {
		sortRows(heading.cellIndex, up);
		return;
	}
	const rows = [...table.tBodies[0].rows].map(row => [key(row, heading.cellIndex), row]);
	rows.sort((a, b) => order(a[0], b[0], up));
	table.tBodies[0].append(...rows.map(row => row[1]));
};
// A heading is a button, so that the keyboard can reach and press it.
document.addEventListener('click', event => {
	const heading = event.target.closest('thead th');
	if (heading)
		sort(heading);
});

// A table that is wider than its frame reports that it scrolls.
const frames = new ResizeObserver(entries => entries.forEach(({ target }) =>
	target.classList.toggle('wide', target.scrollWidth > target.clientWidth + 1)));
document.querySelectorAll('.w').forEach(frame => frames.observe(frame));

// In a frame that scrolls. A cell is a text, or a value with its text.
const makeTable = (parent, label, headings, rows) => {
	const frame = make('div', undefined, parent);
	frame.className = 'w';
	frames.observe(frame);
	const table = make('table', undefined, frame), head = make('tr', undefined, make('thead', undefined, table));
	table.setAttribute('aria-label', label);
	for (const name of headings) {
		const heading = make('th', undefined, head);
		heading.scope = 'col';
		make('button', name, heading).type = 'button';
	}
	const body = make('tbody', undefined, table);
	for (const cells of rows || []) {
		const line = make('tr', undefined, body);
		for (const cell of cells) {
			if (typeof cell === 'string') {
				make('td', cell, line);
				continue;
			}
			const made = make('td', isFinite(cell[0]) ? cell[1] : '', line);
			made.className = 'n' + (cell[2] ? ' b' : '');
			if (isFinite(cell[0]))
				made.dataset.v = cell[0];
		}
	}
	return body;
};

// The numbers of a chart, which are created on request.
const numbersNow = new Map(); // by the id of the element; creates them there if they are requested
const numbersOf = (id, label, headings, rows) => {
	const details = at(id);
	const refresh = wanted => {
		details.replaceChildren(details.querySelector('summary'));
		if (wanted === true || details.open)
			makeTable(details, label, headings(), rows());
	};
	numbersNow.set(id, refresh);
	details.addEventListener('toggle', () => refresh());
	return refresh;
};

// Keeps the selection; initially, selects `usual` if it exists.
const fillIn = (id, texts, values, usual) => {
	const select = at(id), before = select.value || usual;
	select.replaceChildren(...texts.map((text, i) => {
		const option = make('option', text);
		option.value = values ? values[i] : text;
		return option;
	}));
	if ((values || texts).includes(before))
		select.value = before;
};
// "NVIDIA H200 GPU-5d2cc560".
const nameOf = ({ model, key }) => model.split(',')[0] + ' ' + key.slice(0, 12);

// ---- charts ---------------------------------------------------------------------------------------------------------

// Colours are read once per theme: after a change of the page, each read costs the browser a pass over its styles.
const colours = new Map();
const colour = name => colours.get(name) ||
	colours.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()).get(name);
// For many lines: the colours of Okabe and Ito, which colour-blind people can distinguish, and dashes.
const lineColour = i => colour('line' + i % 8);
const dashOf = i => [[], [7, 4], [2, 3], [9, 3, 2, 3]][i % 4];
const shapes = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star'];
const leads = value => /^[125]/.test(value.toExponential());
// Ticks of a logarithmic axis: 1, 2 and 5, or only 1 if there are many decades.
const fewTicks = scale => {
	if (scale.type === 'logarithmic')
		scale.ticks = scale.ticks.filter(({ value }) => scale.max < 1e3 * scale.min ? leads(value) :
			/^1/.test(value.toExponential()));
};
const axis = (type, text, tick) => ({ type, title: { display: true, text, color: colour('text') },
	afterBuildTicks: fewTicks,
	ticks: { color: colour('text'), maxRotation: 0, autoSkipPadding: 12, callback: tick },
	grid: { color: colour('line'), lineWidth: .5 } });

const drawn = new Map(); // by the id of the canvas
const drawers = [];      // of all charts; called when the theme changes, and before and after printing
const chartOf = (id, datasets, scales, options) => {
	if (drawn.has(id))
		drawn.get(id).destroy();
	drawn.set(id, new Chart(at(id), {
		type: 'scatter', data: { datasets }, plugins: options.plugins || [],
		options: { animation: false, maintainAspectRatio: false,
			interaction: { mode: 'nearest', intersect: false }, scales,
			layout: { padding: { right: options.room || 8, top: 8 } },
			plugins: { legend: { display: false },
				tooltip: { callbacks: { label: item => options.tell(item.dataset, item.raw) } } } }
	}));
};
// Arrow keys move through the points of a chart. The text of the tooltip is announced.
const walk = (id, stops) => {
	let place = -1;
	at(id).addEventListener('keydown', event => {
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key],
			chart = drawn.get(id);
		if (!step || !chart)
			return;
		event.preventDefault();
		const list = stops(chart);
		if (list.length === 0)
			return;
		place = place < 0 ? (step > 0 ? 0 : list.length - 1) : (place + step + list.length) % list.length;
		const element = chart.getDatasetMeta(list[place].datasetIndex).data[list[place].index];
		chart.setActiveElements([list[place]]);
		chart.tooltip.setActiveElements([list[place]], { x: element.x, y: element.y });
		chart.update();
		const set = chart.data.datasets[list[place].datasetIndex];
		at(id + '-at').textContent = chart.options.plugins.tooltip.callbacks.label({ dataset: set,
			raw: set.data[list[place].index] }).join('; ');
	});
};
const everyPoint = chart => chart.data.datasets.flatMap((set, datasetIndex) => set.quiet ? [] :
	set.data.map((_, index) => ({ datasetIndex, index })));
const redraw = () => {
	colours.clear();
	drawers.forEach(draw => draw());
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

// ---- printing -------------------------------------------------------------------------------------------------------

// A fleet is printed with its index and the tables of outliers and of roofs below the reference.
let opened = [];
addEventListener('beforeprint', () => {
	opened = folded.filter(details => !details.open && !details.hidden &&
		(details.dataset.worst || details.dataset.below));
	for (const details of opened) {
		fill(details);
		details.open = true;
	}
	document.documentElement.classList.add('paper');
	redraw();
});
addEventListener('afterprint', () => {
	opened.forEach(details => { details.open = false; });
	document.documentElement.classList.remove('paper');
	redraw();
});

// ---- pictures -------------------------------------------------------------------------------------------------------

// gnuplot uses the same ids in each picture, but ids must be unique in a page.
const makeIdsOwn = (svg, prefix) => {
	for (const element of svg.querySelectorAll('*'))
		for (const { name, value } of [...element.attributes])
			if (name === 'id')
				element.id = prefix + value;
			else if (/href$/.test(name) && value.startsWith('#'))
				element.setAttribute(name, '#' + prefix + value.slice(1));
			else if (value.startsWith('url(#'))
				element.setAttribute(name, 'url(#' + prefix + value.slice(5));
};
// An SVG is parsed separately, so that no script in it runs.
const unfold = async (packed, number) => {
	const svg = new DOMParser().parseFromString(await unpack(packed.textContent), 'text/html').querySelector('svg');
	const heading = packed.parentNode.previousElementSibling;
	svg.setAttribute('role', 'img');
	makeIdsOwn(svg, 'picture' + number + '-');
	if (heading) {
		svg.setAttribute('aria-label', heading.textContent);
		svg.querySelectorAll('title').forEach((title, i) => i === 0 &&
			(title.textContent = heading.textContent));
	}
	const shown = document.importNode(svg, true);
	packed.replaceWith(shown);
	return shown;
};
// Pictures are unfolded in turn while the page is idle: that of a fleet has a marker for each roof of each GPU.
const idle = () => new Promise(go => requestIdleCallback(go, { timeout: 2000 }));
const unfoldAll = async keep => {
	const packed = [...document.querySelectorAll('figure pre')];
	for (let number = 0; number < packed.length; number++) {
		await idle();
		keep(await unfold(packed[number], number));
	}
};
