/* Compares every element that `case` computes with whole numbers derived from the rule for the inputs. */
#include "../common/input_host.h"
#include "state.h"

static int check_average(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct case_sum_args rows = { gb_address(s->sums), case_sets(run) * CASE_LENGTH };
	const struct case_check_average_args args = {
		.out = gb_address(s->out),
		.sums = gb_address(s->sums),
		.sets = (unsigned int)case_sets(run),
		.report = gb_address(s->report),
	};

	int status = gb_launch(run, &s->sum, input_shape(run), &rows);
	return status == GB_OK ? gb_launch(run, &s->check_average, input_shape(run), &args) : status;
}

static int check_product(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct case_check_product_args args = {
		.c = gb_address(s->out),
		.n = (unsigned int)case_order(run),
		.report = gb_address(s->report),
	};

	return gb_launch(run, &s->check_product, input_shape(run), &args);
}

static int check_inputs(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	int status = input_check(run, s->in, s->in_words * sizeof(float), case_word);
	return status == GB_OK ? input_check(run, s->matrix, SET_WORDS * sizeof(float), case_matrix_word) : status;
}

int case_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	int status = check_inputs(run);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, case_out_words(run) * sizeof(float));
	if (status == GB_OK)
		status = gb_fill(run, s->means, 0xff, MEANS * sizeof(float));
	if (status == GB_OK)
		status = case_launch(run);
	if (status == GB_OK)
		status = case_is_average(run) ? check_average(run) : check_product(run);
	return status == GB_OK ? gb_report_judge(run, s->report, case_out_words(run), "elements") : status;
}
