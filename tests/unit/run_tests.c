/* run_tests.c: runs the tests that a unit program has in its section `registered_tests`. */
#include "support.h"

#include <errno.h>

/* The linker's names for the ends of the section. */
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern struct registered_test __start_registered_tests[], __stop_registered_tests[];

static fixture_fn *open_group, *close_group;

static int on_test_setup(void **state)
{
	const struct registered_test *test = *state;

	gb_error_clear(test->error);
	return test->open != NULL ? test->open() : 0;
}

static void on_test(void **state)
{
	const struct registered_test *test = *state;

	test->body();
}

static int on_test_teardown(void **state)
{
	const struct registered_test *test = *state;

	return test->close != NULL ? test->close() : 0;
}

static int on_group_setup(__attribute__((unused)) void **state)
{
	return open_group != NULL ? open_group() : 0;
}

static int on_group_teardown(__attribute__((unused)) void **state)
{
	return close_group != NULL ? close_group() : 0;
}

/* Compilers emit the tests of a source in different orders. */
static int compare_lines(const void *a, const void *b)
{
	const struct registered_test *one = ((const struct CMUnitTest *)a)->initial_state;
	const struct registered_test *other = ((const struct CMUnitTest *)b)->initial_state;

	return one->line - other->line;
}

int run_all_tests_within(fixture_fn *open, fixture_fn *close)
{
	// cppcheck-suppress comparePointers ; the linker puts both at the ends of one array
	const size_t count = (size_t)(__stop_registered_tests - __start_registered_tests);
	struct CMUnitTest *tests = calloc(count, sizeof *tests);

	if (tests == NULL)
		return 1;
	for (size_t i = 0; i < count; i++)
		tests[i] = (struct CMUnitTest){ __start_registered_tests[i].name, on_test, on_test_setup,
						on_test_teardown, &__start_registered_tests[i] };
	qsort(tests, count, sizeof *tests, compare_lines);
	open_group = open;
	close_group = close;
	const int failed =
		_cmocka_run_group_tests(program_invocation_short_name, tests, count, on_group_setup, on_group_teardown);
	free(tests);
	return failed;
}

int run_all_tests(void)
{
	return run_all_tests_within(NULL, NULL);
}

/* A program may have its own main(). */
__attribute__((weak)) int main(void)
{
	return run_all_tests();
}
