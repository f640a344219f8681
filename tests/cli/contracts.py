"""contracts.py TOOL FILE...: reads exports in the same way as the tools for which they are made. superbench RESULTS
RULES BASELINE: imitates SuperBench's data diagnosis (superbench/analyzer: file_handler.py, data_diagnosis.py,
diagnosis_rule_op.py): results are JSON lines with a "node"; a rule's metrics are regular expressions that are searched
in the names of the results' own benchmark; a baseline is looked up by the full name, then without what follows ':';
`variance` is (value - baseline) / baseline, `value` the value itself, and a metric that some node has and another has
not is missing there. Prints what the rules find.

aiconfigurator SYSTEM: the fields of its SystemSpec that are there must be numbers.
"""
import json
import re
import sys

import yaml


def metrics_of(rule, columns):
    for column in columns:
        benchmark = column.split("/")[0]
        patterns = [p for p in rule["metrics"] if p.split("/")[0] == benchmark]
        if column in patterns or any(re.search(p, column) for p in patterns):
            yield column


def baseline_of(baseline, metric):
    return baseline[metric] if metric in baseline else baseline[metric.split(":")[0]]


def superbench(results, rules, baseline):
    with open(results, encoding="utf-8") as file:
        nodes = [json.loads(line) for line in file]
    with open(rules, encoding="utf-8") as file:
        rules = yaml.safe_load(file)["superbench"]["rules"]
    with open(baseline, encoding="utf-8") as file:
        baseline = json.load(file)
    columns = sorted({name for node in nodes for name in node if name != "node"})
    assert all("/" in name for name in columns), columns
    found = set()
    for name, rule in rules.items():
        assert rule["function"] in ("variance", "value") and rule["categories"], rule
        criteria = eval(rule["criteria"])  # as SuperBench does
        assert isinstance(criteria(0), bool)
        for metric in metrics_of(rule, columns):
            before = baseline_of(baseline, metric)
            for node in nodes:
                if metric not in node:
                    found.add(f"{node['node']}: {metric} missing")
                    continue
                value = node[metric]
                if rule["function"] == "variance":
                    value = (value - before) / before
                if criteria(value):
                    found.add(f"{node['node']}: {metric} {name.split('_')[1]}")
    print("\n".join(sorted(found)))


def aiconfigurator(system):
    with open(system, encoding="utf-8") as file:
        system = yaml.safe_load(file)
    assert {"mem_bw", "mem_bw_empirical_scaling_factor", "mem_capacity", "bfloat16_tc_flops", "int8_tc_flops",
            "fp8_tc_flops", "power", "sm_version"} <= set(system["gpu"]), system
    assert all(isinstance(value, (int, float)) for value in system["gpu"].values()), system
    assert isinstance(system["node"]["num_gpus_per_node"], int)
    assert 0 < system["gpu"]["mem_bw_empirical_scaling_factor"] <= 1


{"superbench": superbench, "aiconfigurator": aiconfigurator}[sys.argv[1]](*sys.argv[2:])
