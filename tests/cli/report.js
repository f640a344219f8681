'use strict';
// Appended to a report of tests/data/fleet.csv by analysis.sh: what a reader does, and what must be seen then.
const wrong = [];
const must = (holds, what) => { if (!holds) wrong.push(what); };
const rows = () => [...document.querySelectorAll('#rows tbody tr')];
const shownRows = () => rows().filter(r => !r.hidden && r.getClientRects().length > 0);
const column = name => [...document.querySelectorAll('#rows th')].findIndex(h => h.textContent === name);
const heading = name => document.querySelectorAll('#rows th')[column(name)];
const values = () => shownRows().map(r => r.cells[column('value')].dataset.v).filter(v => v !== undefined).map(Number);
const sorted = (list, sign) => list.every((v, i) => i === 0 || sign * (v - list[i - 1]) >= 0);

const count = rows().length;
must(count > 20, 'there are rows');
heading('value').click();
must(sorted(values(), 1) && heading('value').getAttribute('aria-sort') === 'ascending', 'values ascend');
heading('value').click();
must(sorted(values(), -1) && heading('value').getAttribute('aria-sort') === 'descending', 'values descend');
heading('host').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
must(shownRows()[0].cells[0].textContent === 'node0', 'text is sorted, by the keyboard too');
must(rows().length === count, 'sorting loses nothing');

const filter = document.getElementById('filter');
const type = text => { filter.value = text; filter.dispatchEvent(new Event('input')); };
type('FP32 node1');
must(shownRows().length > 0 && shownRows().length < count, 'the filter leaves some');
must(shownRows().every(r => r.textContent.includes('fp32') && r.textContent.includes('node1')), 'those with both words');
must(document.getElementById('shown').textContent === shownRows().length + ' rows', 'it says how many');
type('no such thing');
must(shownRows().length === 0, 'nothing fits');
type('');
must(shownRows().length === count, 'all are back');
must(document.documentElement.scrollWidth <= document.documentElement.clientWidth, 'the page is no wider than its window');

const result = document.createElement('pre');
result.id = 'result';
result.textContent = wrong.length ? 'wrong: ' + wrong.join('; ') : 'all is well';
document.body.append(result);
