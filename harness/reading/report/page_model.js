'use strict';
// The roofs of all GPUs, which are the input of pictures and tables, in the format of harness/reading/report/page.h.

const ROOF_FIELDS = ['value', 'half', 'limit', 'rated', 'clock', 'status', 'throttle', 'point', 'verdict',
	'change', 'below'];
const IS_NUMBER = ROOF_FIELDS.map(field => ['value', 'half', 'limit', 'rated', 'clock', 'change'].includes(field));
const model = { against: '', models: [], gpus: [] };
const NO_ROOF = Object.fromEntries(ROOF_FIELDS.map((field, i) => [field, IS_NUMBER[i] ? NaN : '']));
// A roof without a name has the name, and the other fields, of the roof at this place of the previous GPU.
const readRoof = (fields, before, place) => {
	const bits = parseInt(fields[3], 16),
		roof = fields[1] ? { ...NO_ROOF, name: fields[1], unit: fields[2] } : { ...before[place] };
	for (let i = 0, next = 4; bits >> i; i++)
		if (bits >> i & 1) {
			const text = fields[next++];
			roof[ROOF_FIELDS[i]] = !IS_NUMBER[i] ? text : text === '' ? NaN : +text;
		}
	return roof;
};
const readModel = text => {
	for (const line of text.split('\n')) {
		const of = line.split('\t'), kind = of[0], gpu = model.gpus[model.gpus.length - 1];
		if (kind === 'a')
			model.against = of[1];
		else if (kind === 'm')
			model.models.push({ title: of[1], roofs: new Map() });
		else if (kind === 'r')
			model.models[model.models.length - 1].roofs.set(of[1],
				{ unit: of[2], isLower: of[3] === '1', median: +of[4],
					sd: of[5] === '' ? NaN : +of[5] });
		else if (kind === 'g')
			model.gpus.push({ key: of[1], host: of[2], pci: of[3], model: model.models[+of[4]],
				clock: of[5], day: of[6], roofs: [] });
		else if (kind === 'v')
			gpu.roofs.push(readRoof(of, (model.gpus[model.gpus.length - 2] || {}).roofs, gpu.roofs.length));
	}
};
readModel(at('model').textContent);
const gpuOf = details => model.gpus[+details.dataset.gpu];
const shownOf = roof => si(roof.value, roof.unit);
// As in the page's own tables.
const changeOf = roof => isNaN(roof.change) ? '' : (roof.below ? 'below, ' : '') + (roof.change < 0 ? '-' : '+') +
	percent(Math.abs(roof.change), 1);

// Tables are created when they are opened, and before printing.
const fill = details => {
	const gpu = gpuOf(details);
	if (details.querySelector('table, p'))
		return;
	if (gpu.roofs.length === 0)
		make('p', 'No roof was measured.', details);
	else
		makeTable(details, 'Roofs of a GPU', ['roof', 'value', '\u00b1', 'limit', 'of limit',
			'limit at the rated clock', gpu.clock, 'status', 'throttle', 'point',
			...model.against ? ['against the ' + model.against] : []],
			gpu.roofs.map(roof => [roof.name, [roof.value, shownOf(roof)],
				[roof.half, percent(roof.half, 2)],
			[roof.limit, si(roof.limit, roof.unit)],
			[roof.value / roof.limit, percent(roof.value / roof.limit, 1)],
			[roof.rated, si(roof.rated, roof.unit)],
			[roof.clock, si(roof.clock, 'Hz')], roof.status, roof.throttle, roof.point,
			...model.against ? [[roof.change, changeOf(roof), roof.below]] : []]));
};
const folded = [...document.querySelectorAll('details.gpu')];
for (const details of folded) {
	details.addEventListener('toggle', () => details.open && fill(details));
	if (details.open)
		fill(details);
}
