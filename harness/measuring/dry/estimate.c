#include "dry/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"
#include "plan/search.h"
#include "plan/trial.h"

/* Each shape of a search takes a warm-up launch and a batch, and so does each batch of a final. */
#define BATCHES_JUDGED 2
/* To prepare a point, verify it and write its row. */
#define SECONDS_BETWEEN 0.004
/* To set a benchmark up, once for its curve, and once for all its roofs in each round of visits. With several GPUs,
 * peer access is enabled and much memory is allocated. */
#define SECONDS_TO_SET_UP         0.08
#define SECONDS_TO_SET_UP_SEVERAL 2.2
/* Effects that cannot be predicted (launches longer than a batch, settling clocks, pauses). A full run of 0.1.0-45c570a
 * on one H200 took 142 s and a quick one 20 s, which are these factors times the estimate. */
#define ALL_OF_IT 1.75

static double search_seconds(const struct gb_effort *effort, const struct gb_task *task)
{
	const struct gb_plan *plan = task->plan;
	const size_t points = plan->effort == GB_EVERY ? 1 : gb_search_points(plan, &task->point, effort->search_most);
	const size_t met = points < effort->finalists ? points : effort->finalists;
	double batches = points > 1 ? (double)points * BATCHES_JUDGED : 0;

	if (points > 1 && met > 1)
		batches += (double)met * GB_FINAL_BATCHES;
	return batches * effort->judge_seconds;
}

/* A GB_JOULES point has a fixed length. */
static double energy_seconds(const struct gb_sweep_options *options, const struct gb_effort *effort, bool sets_roof)
{
	const double longer = fmax(effort->watch_seconds - GB_ENERGY_LOAD_SECONDS, 0);

	return (double)gb_sweep_visits(options, sets_roof) * (GB_ENERGY_VISIT_SECONDS + longer);
}

/* Most points soon have enough samples, but a roof is sampled for a fixed time. */
static double sample_seconds(const struct gb_sweep_options *options, const struct gb_effort *effort, bool sets_roof)
{
	const struct gb_measure_options *how = &effort->measure;
	const double samples = (double)how->min_samples * how->batch_seconds;
	const double sampled = samples > how->min_seconds ? samples : how->min_seconds;
	const size_t visits = gb_sweep_visits(options, sets_roof);

	return how->look_seconds + (double)(visits - 1) * effort->look_again_seconds + sampled + effort->watch_seconds;
}

/* The first point of a curve and the first roof of a benchmark include the time to set up. */
static double set_up_seconds(const struct gb_estimate *estimate, const struct gb_sweep_options *options,
			     const struct gb_task *task, bool sets_roof)
{
	const bool is_first = sets_roof ? estimate->roofs == 0 : estimate->points == estimate->roofs;
	const bool several = task->plan->bench->gpus != GB_ONE_GPU;

	if (!is_first)
		return 0;
	return (double)gb_sweep_visits(options, sets_roof) * (several ? SECONDS_TO_SET_UP_SEVERAL : SECONDS_TO_SET_UP);
}

void gb_estimate_add(struct gb_estimate *estimate, const struct gb_sweep_options *options, const struct gb_task *task,
		     bool sets_roof)
{
	const struct gb_effort *effort = sets_roof ? &options->roof : &options->curve;

	estimate->seconds += set_up_seconds(estimate, options, task, sets_roof);
	estimate->points++;
	estimate->roofs += sets_roof;
	estimate->seconds += sets_roof ? options->sustain_seconds : 0;
	estimate->seconds += task->plan->bench->quantity == GB_JOULES
				     ? energy_seconds(options, effort, sets_roof)
				     : ALL_OF_IT * (SECONDS_BETWEEN + search_seconds(effort, task) +
						    sample_seconds(options, effort, sets_roof));
}

/* ---- all GPUs ---------------------------------------------------------------------------------------------------- */

struct sums {
	const struct gb_tasks *tasks;
	const struct gb_devices *found;
	const struct gb_sweep_options *sweep;
	size_t plans, devices;
	size_t first, count;    /* plans at work */
	struct gb_estimate *of; /* of[plan * devices + device] */
	bool *unknown;          /* for each plan: its plug-in has ended its process, or hung */
};

static bool is_skipped(const struct gb_bench *bench, const struct gb_device *device, size_t devices)
{
	return (bench->gpus != GB_ONE_GPU && devices < 2) ||
	       10 * device->cc_major + device->cc_minor < bench->require.cc_min;
}

/* Runs in a child, because only a hook of the plug-in knows which tasks set a roof. */
static size_t add_tasks(void *context)
{
	struct sums *sums = context;
	struct gb_error ignored = { "" }; /* out of memory, the process ends */

	for (size_t d = 0; d < sums->devices; d++) {
		struct gb_open_device card = { .device = sums->found->found[d].device,
					       .identity = sums->found->found[d].identity };
		for (size_t t = 0; t < sums->tasks->count; t++) {
			const struct gb_task *task = &sums->tasks->task[t];
			const size_t plan = (size_t)(task->plan - sums->tasks->plan);
			bool sets_roof;
			if (plan < sums->first || plan >= sums->first + sums->count || !gb_task_is_of(task, d) ||
			    is_skipped(task->plan->bench, &card.device, sums->devices))
				continue;
			if (gb_sweep_sets_roof(&card, task, &sets_roof, &ignored) != GB_OK)
				abort();
			gb_estimate_add(&sums->of[plan * sums->devices + d], sums->sweep, task, sets_roof);
		}
	}
	return sums->count * sums->devices * sizeof *sums->of;
}

/* A hook that takes longer counts as hanging. */
#define PLAN_SECONDS 10.0

static int try_plans(struct sums *sums, size_t first, size_t count, const volatile int *interrupted,
		     struct gb_error *error)
{
	const struct gb_trial trial = {
		.what = "planning it",
		.seconds = PLAN_SECONDS,
		.interrupted = interrupted,
		.work = add_tasks,
		.context = sums,
		.answer = &sums->of[first * sums->devices],
		.most = count * sums->devices * sizeof *sums->of,
	};

	sums->first = first;
	sums->count = count;
	const int status = gb_trial_run(&trial, error);
	if (status != GB_OK)
		memset(trial.answer, 0, trial.most);
	return status;
}

/* Try all plans at once. If a plug-in breaks that, try them one by one: its plan is unknown, and the first failure is
 * the error. */
static int add_plans(struct sums *sums, const volatile int *interrupted, struct gb_error *error)
{
	struct gb_error why = { "" };
	const int all = try_plans(sums, 0, sums->plans, interrupted, &why);
	int status = all;

	for (size_t p = 0; p < sums->plans && all == GB_FAILED && status != GB_INTERRUPTED; p++) {
		gb_error_clear(&why);
		status = try_plans(sums, p, 1, interrupted, &why);
		sums->unknown[p] = status != GB_OK;
		if (sums->unknown[p])
			gb_error_write(error, "%s: %s", sums->tasks->plan[p].bench->name, why.text);
	}
	return status == GB_INTERRUPTED ? status : error->text[0] != '\0' ? GB_FAILED : GB_OK;
}

static struct gb_estimate sum_estimates(const struct sums *sums, size_t device, size_t plan, size_t devices,
					size_t plans)
{
	struct gb_estimate sum = { 0 };

	for (size_t d = device; d < device + devices; d++)
		for (size_t p = plan; p < plan + plans; p++) {
			const struct gb_estimate *one = &sums->of[p * sums->devices + d];
			sum.points += one->points;
			sum.roofs += one->roofs;
			sum.seconds += one->seconds;
		}
	return sum;
}

static void print_line(FILE *out, const char *name, const struct gb_estimate *sum, bool is_unknown)
{
	if (is_unknown)
		fprintf(out, "%-16s %7s %7s %9s\n", name, "unknown", "unknown", "unknown");
	else
		fprintf(out, "%-16s %7zu %7zu %9.0f\n", name, sum->points, sum->roofs, ceil(sum->seconds));
}

struct named_estimate {
	const char *name;
	struct gb_estimate sum;
	bool is_unknown;
};

static int compare_seconds(const void *left, const void *right)
{
	const double a = ((const struct named_estimate *)left)->sum.seconds;
	const double b = ((const struct named_estimate *)right)->sum.seconds;

	return (a < b) - (a > b);
}

/* A terminal shows the benchmarks that take longest. */
static void print_plans(const struct sums *sums, const struct gb_tasks *tasks, FILE *out)
{
	enum { LINES_BELOW = 5 };
	const size_t rows = gb_wrap_rows(out, sums->devices + LINES_BELOW);
	struct named_estimate *plan = gb_heap_array(sums->plans + 1, sizeof *plan);

	for (size_t p = 0; p < sums->plans; p++)
		plan[p] = (struct named_estimate){ tasks->plan[p].bench->name,
						   sum_estimates(sums, 0, p, sums->devices, 1), sums->unknown[p] };
	if (rows < sums->plans) {
		qsort(plan, sums->plans, sizeof *plan, compare_seconds);
		gb_wrap_leave_out(sums->plans - rows);
	}
	for (size_t p = 0; p < sums->plans && p < rows; p++)
		print_line(out, plan[p].name, &plan[p].sum, plan[p].is_unknown);
	free(plan);
}

/* GPUs are measured one after another, or all at once, when the longest time counts. */
static double run_seconds(const struct sums *sums, bool concurrent)
{
	double seconds = 0;

	for (size_t d = 0; d < sums->devices; d++) {
		const double one = sum_estimates(sums, d, 0, 1, sums->plans).seconds;
		seconds = concurrent ? fmax(seconds, one) : seconds + one;
	}
	return seconds;
}

static void print_time(const struct sums *sums, const struct gb_supervisor_options *supervisor, FILE *out)
{
	const double seconds = run_seconds(sums, supervisor->concurrent);
	const bool is_host = sums->devices == 1 && sums->found->found[0].device.target == GB_HOST;
	char text[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "about %.0f s%s", ceil(seconds),
		    is_host                  ? " if nothing else runs on this host"
		    : sums->devices < 2      ? ""
		    : supervisor->concurrent ? ", all GPUs at once"
					     : ", one GPU after another");
	if (seconds > supervisor->deadline_seconds)
		gb_text_add(text, sizeof text,
			    "; --deadline ends it after %g s, with a failed row for each point that is left",
			    supervisor->deadline_seconds);
	fputc('\n', out);
	gb_wrap_line(out, text);
}

static void print_estimates(const struct sums *sums, const struct gb_supervisor_options *supervisor, FILE *out)
{
	char label[GB_DEVICE_LABEL];

	fprintf(out, "%-16s %7s %7s %9s\n", "all GPUs", "points", "roofs", "seconds");
	print_plans(sums, sums->tasks, out);
	fprintf(out, "\n%-16s %7s %7s %9s\n", "all points", "points", "roofs", "seconds");
	for (size_t d = 0; d < sums->devices; d++) {
		const struct gb_estimate sum = sum_estimates(sums, d, 0, 1, sums->plans);
		print_line(out, gb_device_title(&sums->found->found[d].device, label), &sum, false);
	}
	print_time(sums, supervisor, out);
}

int gb_estimate_print(const struct gb_tasks *tasks, const struct gb_devices *devices,
		      const struct gb_sweep_options *sweep, const struct gb_supervisor_options *supervisor, FILE *out,
		      struct gb_error *error)
{
	struct sums sums = { .tasks = tasks,
			     .found = devices,
			     .sweep = sweep,
			     .plans = tasks->plans,
			     .devices = devices->count,
			     .of = gb_heap_array(tasks->plans * devices->count + 1, sizeof *sums.of),
			     .unknown = gb_heap_array(tasks->plans + 1, sizeof *sums.unknown) };
	const int status = add_plans(&sums, supervisor->interrupted, error);

	if (status != GB_INTERRUPTED)
		print_estimates(&sums, supervisor, out);
	free(sums.of);
	free(sums.unknown);
	return status;
}
