"""A check for ReFrame: every roof of every GPU of a node is a performance variable.

    reframe -c gpubench_reframe.py -r --performance-report
    reframe -c gpubench_reframe.py -r -S GpubenchRoofs.baseline=/where/good.csv

A baseline is an earlier result with the same options. The check fails if a roof was not measured, or if it is more than
`drop` below the baseline's median for its model and board. If the baseline does not have the board, its rows without a
board are used.
"""

import csv
import os
import statistics
import subprocess

import reframe as rfm
import reframe.utility.sanity as sn


@rfm.simple_test
class GpubenchRoofs(rfm.RunOnlyRegressionTest):
    descr = 'measured roofs of the GPUs of a node'
    valid_systems = ['*']
    valid_prog_environs = ['*']
    num_tasks_per_node = 1
    exclusive_access = True
    time_limit = '10m'

    program = variable(str, value='gpubench')
    options = variable(str, value='--all --quick')
    baseline = variable(str, value='')
    drop = variable(float, value=0.05)

    @run_before('run')
    def set_command(self):
        self.executable = self.program
        self.executable_opts = self.options.split() + ['-o', 'gpubench.csv']
        self.postrun_cmds = [f'{self.program} roofs gpubench.csv --csv -o roofs.csv']

    @run_before('sanity')
    def read_results(self):
        with open(os.path.join(self.stagedir, 'gpubench.csv'), newline='') as file:
            self.rows = list(csv.DictReader(file))
        with open(os.path.join(self.stagedir, 'roofs.csv'), newline='') as file:
            self.roofs = [row for row in csv.DictReader(file) if row['kind'] == 'roof']
        self.known = {}  # values in the baseline by model, board and roof
        if self.baseline:
            text = subprocess.run([self.program, 'roofs', self.baseline, '--csv'], check=True, capture_output=True,
                                  text=True).stdout
            for row in csv.DictReader(text.splitlines()):
                if row['kind'] == 'roof':
                    self.known.setdefault((row['gpu_name'], row.get('board', ''), row['roof']),
                                          []).append(float(row['value']))

    def roofs_of(self, name, board):
        """Returns the baseline's values as {roof: values} for a model and board, or otherwise for cards of the model
        with an unknown board. A card with an unknown board is compared with all cards of its model."""
        of_model = {(on, roof): values for (model, on, roof), values in self.known.items() if model == name}
        boards = {on for on, _ in of_model}
        chosen = boards if not board else {board} if board in boards else {''}
        pooled = {}
        for (on, roof), values in of_model.items():
            if on in chosen:
                pooled.setdefault(roof, []).extend(values)
        return pooled

    @sanity_function
    def everything_was_measured(self):
        failed = [f"{r['benchmark']} {r['point']}: {r['reason']}" for r in self.rows if r['status'] == 'failed']
        found = {(r['device'], r['roof']) for r in self.roofs}
        gpus = {(r['gpu_name'], r.get('board', ''), r['device']) for r in self.rows + self.roofs}
        missing = [f'{roof}@{device}' for name, board, device in gpus for roof in self.roofs_of(name, board)
                   if (device, roof) not in found]
        return sn.all([
            sn.assert_true(self.rows, 'there are no rows'),
            sn.assert_false(failed, f'failed: {failed}'),
            sn.assert_false(missing, f'not measured, but in the baseline: {missing}'),
        ])

    @run_before('performance')
    def set_performance(self):
        self.perf_variables, reference = {}, {}
        for row in self.roofs:
            name = f"{row['roof']}@{row['device'].replace(' ', '')}"  # for a pair "p2p.copy@0to1"
            self.perf_variables[name] = sn.make_performance_function(sn.defer(float(row['value'])), row['unit'])
            values = self.roofs_of(row['gpu_name'], row.get('board', '')).get(row['roof'])
            if values:
                reference[name] = (statistics.median(values), -self.drop, None, row['unit'])
        self.reference = {'*': reference}
