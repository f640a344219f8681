'use strict';
// Appended to a report by analysis.sh: what a reader does, and what must be seen then. data-fleet on it: the page of a fleet.
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

const table = () => {
	const count = told();
	must(count > 20 && rows().length === Math.min(count, 200), 'there are rows');
	heading('value').click();
	must(sorted(values(), 1) && heading('value').getAttribute('aria-sort') === 'ascending', 'values ascend');
	heading('value').click();
	must(sorted(values(), -1) && heading('value').getAttribute('aria-sort') === 'descending', 'values descend');
	heading('host').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
	must(sorted(rows().map(r => r.cells[0].textContent.localeCompare(rows()[0].cells[0].textContent)), 1), 'text is sorted, by the keyboard too');
	must(told() === count, 'sorting loses nothing');
	const host = rows()[0].cells[0].textContent;
	type('filter', 'FP32 ' + host);
	must(told() > 0 && told() < count, 'the filter leaves some');
	must(rows().every(r => r.textContent.includes('fp32') && r.textContent.includes(host)), 'those with both words');
	type('filter', 'no such thing');
	must(told() === 0 && rows().length === 0, 'nothing fits');
	type('filter', '');
	must(told() === count, 'all are back');
	const more = document.getElementById('more');
	must(more.hidden === (count <= 200), 'more rows are offered where there are some');
	if (!more.hidden) {
		more.click();
		must(rows().length === Math.min(count, 400), 'and shown');
	}
};

const roofline = async () => {
	const chart = () => Chart.getChart(document.getElementById('roofline'));
	const names = () => chart().data.datasets.filter(set => set.roof).map(set => set.roof.name);
	must(!document.getElementById('live').hidden && names().includes('dram.read') && names().includes('fp32'), 'there is a live roofline');
	const box = name => [...document.querySelectorAll('#switches label')].find(l => l.textContent.trim() === name).querySelector('input');
	box('fp32').click();
	must(!names().includes('fp32') && names().includes('dram.read'), 'a roof is switched off');
	box('fp32').click();
	must(names().includes('fp32'), 'and on');
	const sets = chart().data.datasets, slope = sets.find(set => set.roof && set.roof.name === 'dram.read'), at = slope.data[10];
	must(Math.abs(at.y / at.x / slope.roof.value - 1) < 1e-9, 'a slope has the rate of its memory');
	const text = chart().options.plugins.tooltip.callbacks.label({ dataset: slope, raw: at }).join('; ');
	must(/^dram\.read: [\d.]+ .B\/s; ± [\d.]+ %; limit /.test(text), 'it tells value, interval and limit: ' + text);
	const files = new DataTransfer(), input = document.getElementById('kernels');
	files.items.add(new File(['name,flop,byte,seconds\n<img src=x onerror=pwned()>,8e9,4e9,2\nnone,1\n'], 'kernels.csv'));
	input.files = files.files;
	input.dispatchEvent(new Event('change'));
	for (let i = 0; i < 500 && !document.getElementById('said').textContent; i++)
		await new Promise(done => setTimeout(done, 10));
	const kernels = chart().data.datasets.at(-1).data;
	must(kernels.length === 1 && kernels[0].x === 2 && kernels[0].y === 4e9, 'a kernel is placed');
	must(document.getElementById('said').textContent === '1 kernels, 1 lines are none', 'lines that are none are told');
	must(!document.querySelector('img'), 'its name is text');
};

const curves = () => {
	const select = document.getElementById('benchmark'), chart = () => Chart.getChart(document.getElementById('curve'));
	must(select.options.length > 0 && chart().data.datasets.length > 0, 'there are curves');
	select.selectedIndex = select.options.length - 1;
	select.dispatchEvent(new Event('change'));
	const set = chart().data.datasets.find(one => one.data.length > 1), at = set.data[0];
	must(at.row[2] === select.value && set.data[1].x > at.x, 'of the benchmark that was chosen');
	const text = chart().options.plugins.tooltip.callbacks.label({ dataset: set, raw: at }).join('; ');
	must(text.includes(at.row[4]) && text.includes(at.row[11]), 'a point tells its row: ' + text);
};

const fleet = () => {
	const cards = [...document.querySelectorAll('details.gpu')], shown = () => cards.filter(card => !card.hidden);
	must(cards.length > 8 && cards.every(card => !card.open && card.querySelector('template')), 'tables of a fleet wait');
	must(/: slow, /.test(cards[0].querySelector('summary').textContent), 'the outlier is first');
	cards[0].open = true;
	fill(cards[0]);
	must(cards[0].querySelectorAll('tbody tr').length > 0, 'a table is made when it is opened');
	type('gpus', 'slow');
	must(shown().length > 0 && shown().length < cards.length, 'the index is filtered');
	type('gpus', '');
	must(shown().length === cards.length, 'all are back');
};

// Of text on its background, by WCAG 2: 4.5 at least.
const contrast = () => {
	const parts = text => text.match(/[\d.]+/g).slice(0, 3).map(Number);
	const light = text => parts(text).map(c => c / 255).map(c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
	const behind = element => {
		for (let at = element; at; at = at.parentElement) {
			const colour = getComputedStyle(at).backgroundColor;
			if (!/rgba\(.*, 0\)$/.test(colour))
				return colour;
		}
		return 'rgb(255, 255, 255)';
	};
	for (const element of document.querySelectorAll('h1, h2, p, li, th, td, summary, #switches label')) {
		const pair = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
		if ((pair[0] + .05) / (pair[1] + .05) < 4.5) {
			must(false, 'contrast of ' + element.tagName + ' ' + element.className);
			break;
		}
	}
};

(async () => {
	table();
	contrast();
	if (document.querySelectorAll('details.gpu').length > 8)
		fleet();
	if (!document.getElementById('live').hidden)
		await roofline();
	if (!document.getElementById('curves').hidden)
		curves();
	must(document.documentElement.scrollWidth <= document.documentElement.clientWidth, 'the page is no wider than its window');
	must([...document.querySelectorAll('input, select')].every(e => e.labels.length > 0), 'every input has a label');
	const result = document.createElement('pre');
	result.id = 'result';
	result.textContent = wrong.length ? 'wrong: ' + wrong.join('; ') : 'all is well';
	document.body.append(result);
})();
