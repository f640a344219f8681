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
		.sets = (uint32_t)case_sets(run),
		.report = gb_address(s->report),
	};

	GB_TRY(gb_launch(run, &s->sum, input_shape(run), &rows));
	return gb_launch(run, &s->check_average, input_shape(run), &args);
}

static int check_product(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct case_check_product_args args = {
		.c = gb_address(s->out),
		.n = (uint32_t)case_order(run),
		.report = gb_address(s->report),
	};

	return gb_launch(run, &s->check_product, input_shape(run), &args);
}

static int check_inputs(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(input_check(run, s->in, s->in_words * sizeof(float), case_word));
	return input_check(run, s->matrix, SET_WORDS * sizeof(float), case_matrix_word);
}

int case_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(check_inputs(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill_output(run, s->out, 0xff, case_out_words(run) * sizeof(float)));
	GB_TRY(gb_fill_output(run, s->means, 0xff, MEANS * sizeof(float)));
	GB_TRY(case_launch(run));
	GB_TRY(case_is_average(run) ? check_average(run) : check_product(run));
	return gb_report_judge(run, s->report, case_out_words(run), "elements");
}
