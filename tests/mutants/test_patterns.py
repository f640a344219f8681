"""Tests which lines become mutants, and that none is lost without a message."""
import unittest

import mutants
from patterns import of_benchmark

SOURCE = """static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 4 * (double)words(run, 1), .ops = 0 };
}

static double limit(const struct gb_run *run)
{
	if (gb_value(run, "a;b") > 0)
		return NAN;
	return cost(run).bytes;
}

static int verify(struct gb_run *run)
{
	int status = gb_fill(run, s->out, 0xff, f(1, 2));
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	for (unsigned int i = 0; i < s->words && status == GB_OK; i += STEP)
		if (found[i] != 1)
			status = gb_fail(run, "word %u ) is wrong", i);
	gb_suspect(run, "odd");
	return buffer == NULL ? gb_fail(run, "out of memory") : status;
}

GB_BENCH(toy) = {
	.cost = cost,
	.limit = limit,
};
"""
PATH = "bench/toy/verify.c"


def found(text=SOURCE):
    return {mutant.kind: mutant for mutant in of_benchmark({PATH: text}, ("test_toy",))}


class Patterns(unittest.TestCase):
    def test_every_kind_is_found_once(self):
        self.assertEqual(len(of_benchmark({PATH: SOURCE}, ())), 8)
        changes = {kind: (mutant.old, mutant.new) for kind, mutant in found().items()}
        self.assertEqual(changes, {
            "not filled": ("gb_fill(run, s->out, 0xff, f(1, 2))", "GB_OK"),
            "not recorded": ("1", "0"),
            "recorded when timed": ("0", "1"),
            "last one left out": ("s->words", "(s->words) - (STEP)"),
            "not reported": ('gb_fail(run, "word %u ) is wrong", i)', "GB_OK"),
            "not doubted": ('gb_suspect(run, "odd")', "(void)0"),
            "cost doubled": ("4 * (double)words(run, 1)", "2 * (4 * (double)words(run, 1))"),
            "limit doubled": ("cost(run).bytes", "2 * (cost(run).bytes)"),
        })

    def test_the_place_is_that_of_the_text(self):
        for mutant in found().values():
            self.assertTrue(SOURCE.startswith(mutant.old, mutant.at))

    def test_names_tell_two_of_a_kind_apart(self):
        twice = SOURCE.replace("	s->args.record = 1;\n", "	s->args.record = 1;\n	s->args.record = 1;\n")
        names = [mutant.name for mutant in of_benchmark({PATH: twice}, ()) if mutant.kind == "not recorded"]
        self.assertEqual(names, [f"{PATH}: not recorded: s->args.record = 1;",
                                 f"{PATH}: not recorded: s->args.record = 1; (2)"])

    def test_a_hook_is_found_by_what_the_benchmark_calls_it(self):
        text = SOURCE.replace("limit(const", "toy_limit(const").replace("= limit", "= toy_limit")
        self.assertIn("limit doubled", found(text))


    def test_loops_count_where_something_is_verified(self):
        def loops(path, text):
            return [mutant for mutant in of_benchmark({path: text}, ()) if mutant.kind == "last one left out"]

        self.assertEqual(len(loops(PATH, SOURCE)), 1)
        self.assertEqual(loops("bench/toy/toy.c", SOURCE), [])
        before = SOURCE.replace("static int verify(", "/* ---- verify ---- */\n\nstatic int verify(")
        self.assertEqual(len(loops("bench/toy/toy.c", before)), 1)
        self.assertEqual(loops("bench/toy/toy.c", before.replace("	for (", "/* ---- more ---- */\n	for (")), [])


class Lists(unittest.TestCase):
    def declared(self, old, test="test_stats"):
        faults = []
        made = mutants.declared_mutants([("kind", "harness/base/stats.c", old, "new", test)], faults)
        return made, faults

    def test_a_text_that_is_gone_is_a_fault(self):
        self.assertEqual(self.declared("no such text")[1],
                         ["harness/base/stats.c: kind: 'no such text': found 0 times, expected 1"])
        self.assertEqual(len(self.declared("return")[1]), 1)

    def test_so_is_a_test_that_is_not_there(self):
        self.assertEqual(self.declared("tail > 0.025", "test_nothing")[1],
                         ["harness/base/stats.c: kind: there is no test test_nothing"])

    def test_the_lists_hold(self):
        every, faults = mutants.all_mutants()
        self.assertEqual(faults, [])
        self.assertGreater(len(every), 400)


if __name__ == "__main__":
    unittest.main()
