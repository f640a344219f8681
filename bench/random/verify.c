/* The words that a launch of `random` must have read, and the final content of its set. */
#include "../common/input_host.h"
#include "state.h"

static struct random_check_args check_args(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct random_check_args){
		.set = s->args.set,
		.op = (unsigned int)gb_value(run, "op"),
		.walkers = random_walkers(s),
		.accesses = random_accesses(run),
		.width = gb_value(run, "op") == RANDOM_atomic && random_bytes(run) >= 8 ? 8 : 4,
		.check = gb_address(s->check),
		.report = gb_address(s->report),
	};
}

/* For reads: the sum of the words read, and an unchanged set. The sums of the threads and the set's words have 32
 * bits. */
static int check_reads(struct gb_run *run, const struct random_check *check)
{
	const struct state *s = gb_state(run);
	unsigned int sum[RANDOM_SUMS], found = 0;
	int status = gb_copy_out(run, sum, s->sum, sizeof sum);

	for (unsigned int i = 0; i < RANDOM_SUMS && status == GB_OK; i++)
		found += sum[i];
	if (status == GB_OK && found != (unsigned int)check->sum)
		return gb_fail(run, "the words read sum up to %#x, not %#x", found, (unsigned int)check->sum);
	return status;
}

static int check_total(struct gb_run *run, const struct random_check_args *args, const struct random_check *check)
{
	const uint64_t wanted = args->op == RANDOM_atomic ? check->added : 0;

	if (check->present != wanted && args->op != RANDOM_update)
		return gb_fail(run, "the additions to the set, weighted by address, are %#llx, not %#llx",
			       check->present, (unsigned long long)wanted);
	return GB_OK;
}

static int check_set(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct random_check_args args = check_args(run);
	const uint64_t compared = (uint64_t)args.walkers * args.accesses * (args.set.bytes / 4) +
				  (uint64_t)args.set.lines * (RANDOM_LINE / args.width);
	struct random_check check;

	int status = gb_fill(run, s->check, 0, sizeof check);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_launch(run, &s->replay, input_shape(run), &args);
	if (status == GB_OK)
		status = gb_launch(run, &s->scan, input_shape(run), &args);
	if (status == GB_OK)
		status = gb_report_judge(run, s->report, compared, "words");
	if (status == GB_OK)
		status = gb_copy_out(run, &check, s->check, sizeof check);
	if (status == GB_OK)
		status = check_total(run, &args, &check);
	return status == GB_OK && args.op == RANDOM_read ? check_reads(run, &check) : status;
}

int random_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	int status = random_fill(run);

	if (status == GB_OK)
		status = input_check(run, s->at, random_set_bytes(run), input_bits);
	if (status == GB_OK)
		status = gb_fill(run, s->sum, 0, RANDOM_SUMS * sizeof(unsigned int));
	s->args.record = ~0u;
	if (status == GB_OK)
		status = random_launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = check_set(run);
	return status == GB_OK ? random_fill(run) : status;
}
