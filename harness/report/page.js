'use strict';
// A number is sorted by its value, which data-v has where the text has a prefix and a unit.
const key = (row, i) => {
	const cell = row.cells[i];
	if (cell.dataset.v !== undefined)
		return +cell.dataset.v;
	if (!cell.classList.contains('n'))
		return cell.textContent;
	return cell.textContent === '' ? -Infinity : +cell.textContent;
};
const order = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b :
	String(a).localeCompare(String(b), undefined, { numeric: true });

const sort = heading => {
	const table = heading.closest('table'), up = heading.getAttribute('aria-sort') !== 'ascending';
	for (const other of table.tHead.rows[0].cells)
		other.removeAttribute('aria-sort');
	heading.setAttribute('aria-sort', up ? 'ascending' : 'descending');
	const rows = [...table.tBodies[0].rows].map(row => [key(row, heading.cellIndex), row]);
	rows.sort((a, b) => up ? order(a[0], b[0]) : order(b[0], a[0]));
	table.tBodies[0].append(...rows.map(row => row[1]));
};
for (const heading of document.querySelectorAll('th')) {
	heading.addEventListener('click', () => sort(heading));
	heading.addEventListener('keydown', event => {
		if (event.key === 'Enter')
			sort(heading);
	});
}

const box = document.getElementById('filter'), shown = document.getElementById('shown');
const all = [...document.querySelectorAll('#rows tbody tr')].map(row => [row.textContent.toLowerCase(), row]);
box.addEventListener('input', () => {
	const words = box.value.toLowerCase().split(/\s+/).filter(word => word);
	let count = 0;
	for (const [text, row] of all) {
		const on = words.every(word => text.includes(word));
		row.hidden = !on;
		count += on;
	}
	shown.textContent = count + ' rows';
});
