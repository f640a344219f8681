'use strict';
// The roofs of all GPUs, as harness/report/page_model.h describes them: what the page draws, and makes its tables from.

const ROOF_FIELDS = ['value', 'half', 'limit', 'rated', 'clock', 'status', 'throttle', 'point', 'verdict', 'change', 'below'];
const NUMBERS = new Set(['value', 'half', 'limit', 'rated', 'clock', 'change']);
const model = { against: '', models: [], gpus: [] };
// Changed fields are in the line, and the others are those of the same roof of the GPU before.
const readRoof = ([name, unit, bits, ...fields], before) => {
	const same = before && before.find(roof => roof.name === name && roof.unit === unit), roof = { name, unit };
	let next = 0;
	ROOF_FIELDS.forEach((field, i) => {
		const isNumeric = NUMBERS.has(field), text = parseInt(bits, 16) >> i & 1 ? fields[next++] : undefined;
		roof[field] = text === undefined ? (same ? same[field] : isNumeric ? NaN : '') : isNumeric ? (text === '' ? NaN : +text) : text;
	});
	return roof;
};
const readModel = text => {
	for (const line of text.split('\n')) {
		const [kind, ...of] = line.split('\t'), gpu = model.gpus[model.gpus.length - 1];
		if (kind === 'a')
			model.against = of[0];
		else if (kind === 'm')
			model.models.push({ title: of[0], roofs: new Map() });
		else if (kind === 'r')
			model.models[model.models.length - 1].roofs.set(of[0], { unit: of[1], isLower: of[2] === '1', median: +of[3], sd: of[4] === '' ? NaN : +of[4] });
		else if (kind === 'g')
			model.gpus.push({ key: of[0], host: of[1], pci: of[2], model: model.models[+of[3]], clock: of[4], roofs: [] });
		else if (kind === 'v')
			gpu.roofs.push(readRoof(of, (model.gpus[model.gpus.length - 2] || {}).roofs));
	}
};
readModel(at('model').textContent);
const gpuOf = details => model.gpus[+details.dataset.gpu];
const shownOf = roof => si(roof.value, roof.unit);
const changeOf = roof => isNaN(roof.change) ? '' : (roof.below ? 'below, ' : '') + (roof.change < 0 ? '-' : '+') + percent(Math.abs(roof.change), 1); // as in the page's own tables

// Tables of few GPUs are in the page. Of many they are made when one is opened, and before the page is printed.
const fill = details => {
	const gpu = gpuOf(details);
	if (details.querySelector('table, p'))
		return;
	if (gpu.roofs.length === 0)
		make('p', 'No roof was measured.', details);
	else
		makeTable(details, 'Roofs of a GPU', ['roof', 'value', '\u00b1', 'limit', 'of it', 'limit at the rated clock', gpu.clock, 'status', 'throttle', 'point',
			...model.against ? ['against the ' + model.against] : []], gpu.roofs.map(roof => [roof.name, [roof.value, shownOf(roof)], [roof.half, percent(roof.half, 2)],
			[roof.limit, si(roof.limit, roof.unit)], [roof.value / roof.limit, percent(roof.value / roof.limit, 1)], [roof.rated, si(roof.rated, roof.unit)],
			[roof.clock, si(roof.clock, 'Hz')], roof.status, roof.throttle, roof.point, ...model.against ? [[roof.change, changeOf(roof), roof.below]] : []]));
};
const folded = [...document.querySelectorAll('details.gpu')];
for (const details of folded)
	details.addEventListener('toggle', () => details.open && fill(details));
