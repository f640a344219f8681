#include "analysis/fleet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static double deviation_from(bool lower, double value, double reference)
{
	return lower ? reference / value - 1 : value / reference - 1;
}

double gb_off(const char *unit, double value, double reference)
{
	return deviation_from(gb_lower_is_better(unit), value, reference);
}

const char *gb_off_note(const char *unit, double part)
{
	return !gb_lower_is_better(unit) ? "" : part > 0 ? "better: " : "worse: ";
}

double gb_group_off_from(const struct gb_group *group, double value, double reference)
{
	return deviation_from(group->lower, value, reference);
}

double gb_group_off(const struct gb_group *group, double value)
{
	return gb_group_off_from(group, value, group->median);
}

double gb_group_sd(const struct gb_group *group)
{
	return GB_SD_OF_MAD * group->mad;
}

double gb_group_z(const struct gb_group *group, double value)
{
	const double distance = group->lower ? group->median - value : value - group->median;

	return group->mad > 0 ? distance / gb_group_sd(group) : NAN;
}

/* ---- the most frequent values ------------------------------------------------------------------------------------ */

/* Equal texts of one collection have equal pointers. A fleet has few different texts, such as drivers. */
enum { DIFFERENT_MAX = 64 };
struct tally {
	struct {
		const char *text;
		size_t count;
	} of[DIFFERENT_MAX];
	size_t different, best;
};

static void count_text(struct tally *tally, const char *text)
{
	size_t i = 0;

	while (i < tally->different && tally->of[i].text != text)
		i++;
	if (i == DIFFERENT_MAX)
		return;
	if (i == tally->different)
		tally->of[tally->different++].text = text;
	if (++tally->of[i].count > tally->of[tally->best].count)
		tally->best = i;
}

static const char *most_common(const struct tally *tally)
{
	return tally->different > 0 ? tally->of[tally->best].text : "";
}

/* Returns the most frequent text at `offset` in the structs of the GPUs. */
static const char *most_gpus_have(const struct gb_fleet_model *model, size_t offset)
{
	struct tally tally = { .different = 0 };

	for (size_t g = 0; g < model->peers; g++)
		count_text(&tally, *(const char *const *)(const void *)((const char *)&model->gpu[g] + offset));
	return most_common(&tally);
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* Computes median, MAD, clock and throttle reasons over all peers; `numbers` has room for 2 x their number. */
static void measure_group(struct gb_fleet_model *model, size_t place, double *numbers)
{
	struct gb_group *group = &model->group[place];
	double *value = numbers, *clock = value + model->peers;
	struct tally throttles = { .different = 0 };
	size_t clocks = 0;

	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_sample sample = gb_fleet_sample(model, g, place);
		if (sample.runs == 0)
			continue;
		value[group->gpus++] = sample.value;
		count_text(&throttles, sample.throttle);
		if (isfinite(sample.sm_clock_hz))
			clock[clocks++] = sample.sm_clock_hz;
	}
	group->throttle = most_common(&throttles);
	group->median = gb_stats_middle(value, group->gpus);
	group->sm_clock_hz = clocks > 0 ? gb_stats_middle(clock, clocks) : NAN;
	for (size_t i = 0; i < group->gpus; i++) {
		const double part = gb_group_off(group, value[i]);
		group->worst = i == 0 || part < group->worst ? part : group->worst;
		group->best = i == 0 || part > group->best ? part : group->best;
		value[i] = fabs(value[i] - group->median);
	}
	group->mad = gb_stats_middle(value, group->gpus);
}

static double median_power(const struct gb_fleet_model *model, double *numbers)
{
	size_t count = 0;

	for (size_t g = 0; g < model->peers; g++)
		if (isfinite(model->gpu[g].power_limit_w))
			numbers[count++] = model->gpu[g].power_limit_w;
	return count > 0 ? gb_stats_median(numbers, count, numbers + model->peers) : NAN;
}

static size_t count_hosts(const struct gb_fleet_model *model)
{
	size_t hosts = 1;

	for (size_t g = 1; g < model->gpus; g++)
		hosts += strcmp(model->gpu[g].host, model->gpu[g - 1].host) != 0;
	return hosts;
}

/* ---- the fleet --------------------------------------------------------------------------------------------------- */

/* Joint groups come last, because they are computed from the deviations of the others. */
static void measure_groups(struct gb_fleet_model *model, double *numbers)
{
	for (int joint = 0; joint < 2; joint++)
		for (size_t place = 0; place < model->groups; place++) {
			if ((model->group[place].joint != GB_NOT_JOINT) != (joint == 1))
				continue;
			if (joint == 1)
				gb_fleet_join_samples(model, model->group[place].joint, numbers);
			measure_group(model, place, numbers);
		}
}

static void measure_model(struct gb_fleet_model *model)
{
	gb_fleet_find_groups(model);
	double *numbers = gb_heap_array(model->peers + model->groups, 3 * sizeof *numbers);
	measure_groups(model, numbers);
	model->hosts = count_hosts(model);
	model->driver = most_gpus_have(model, offsetof(struct gb_gpu_roofs, driver));
	model->vbios = most_gpus_have(model, offsetof(struct gb_gpu_roofs, vbios));
	model->ecc = most_gpus_have(model, offsetof(struct gb_gpu_roofs, ecc));
	model->mig = most_gpus_have(model, offsetof(struct gb_gpu_roofs, mig));
	model->power_limit_w = median_power(model, numbers);
	free(numbers);
}

/* Returns the number of GPUs, from `first` on, of the same model and, with `board`, of the same board. */
static size_t count_alike(const struct gb_roofs *roofs, size_t first, bool board)
{
	const struct gb_gpu_roofs *of = &roofs->gpu[first];
	size_t gpus = 1;

	while (first + gpus < roofs->count && strcmp(of[gpus].name, of->name) == 0 &&
	       (!board || strcmp(of[gpus].board, of->board) == 0))
		gpus++;
	return gpus;
}

static void add_model(struct gb_fleet *fleet, const struct gb_fleet_model *model)
{
	fleet->model = gb_heap_resize(fleet->model, fleet->models + 1, sizeof *fleet->model);
	fleet->model[fleet->models] = *model;
	measure_model(&fleet->model[fleet->models++]);
}

/* Finds the next board. GPUs are sorted by model and board, those of unknown board first. */
static struct gb_fleet_model model_from(const struct gb_roofs *roofs, size_t first)
{
	const struct gb_gpu_roofs *gpu = &roofs->gpu[first];

	return (struct gb_fleet_model){ .name = gpu->name,
					.board = gpu->board,
					.gpu = gpu,
					.gpus = count_alike(roofs, first, true),
					.peers = count_alike(roofs, first, gpu->board[0] != '\0') };
}

void gb_fleet_of(struct gb_fleet *fleet, const struct gb_roofs *roofs)
{
	*fleet = (struct gb_fleet){ 0 };
	for (size_t i = 0; i < roofs->count;) {
		const struct gb_fleet_model model = model_from(roofs, i);
		add_model(fleet, &model);
		i += model.gpus;
	}
}

void gb_fleet_pool_boards(struct gb_fleet *fleet, const struct gb_roofs *roofs)
{
	for (size_t i = 0; i < roofs->count;) {
		const struct gb_gpu_roofs *first = &roofs->gpu[i];
		const size_t gpus = count_alike(roofs, i, false);
		const struct gb_fleet_model all = { .name = first->name, .board = "", .gpu = first, .peers = gpus };
		if (first->board[0] != '\0')
			add_model(fleet, &all);
		i += gpus;
	}
}

void gb_cohort_free(struct gb_cohort *cohort)
{
	free(cohort->has);
	free(cohort->shift);
}

void gb_fleet_free(struct gb_fleet *fleet)
{
	for (size_t i = 0; i < fleet->models; i++) {
		free(fleet->model[i].group);
		free(fleet->model[i].joint);
		free(fleet->model[i].numbers);
		free(fleet->model[i].standing);
		free(fleet->model[i].part);
	}
	for (size_t i = 0; i < fleet->cohorts + fleet->alike; i++)
		gb_cohort_free(&fleet->cohort[i]);
	free(fleet->cohort);
	free(fleet->model);
	*fleet = (struct gb_fleet){ 0 };
}

const char *gb_fleet_title(const struct gb_fleet_model *model, char text[GB_FLEET_TITLE])
{
	gb_text_write(text, GB_FLEET_TITLE, "%s%s%s", model->name, model->board[0] ? ", board " : "", model->board);
	if (model->peers > model->gpus)
		gb_text_add(text, GB_FLEET_TITLE, ", board unknown");
	return text;
}

const struct gb_fleet_model *gb_fleet_find_model(const struct gb_fleet *fleet, const struct gb_gpu_roofs *gpu)
{
	for (size_t m = 0; m < fleet->models; m++)
		if (gpu >= fleet->model[m].gpu && gpu < fleet->model[m].gpu + fleet->model[m].gpus)
			return &fleet->model[m];
	return NULL;
}

/* False for pairs of GPUs and for nodes. */
static bool is_of_gpus(const struct gb_fleet_model *model)
{
	return model->gpus > 0 && model->gpu->peer[0] == '\0';
}

const struct gb_fleet_model *gb_fleet_largest(const struct gb_fleet *fleet)
{
	const struct gb_fleet_model *most = fleet->model;

	for (size_t m = 1; m < fleet->models; m++) {
		const struct gb_fleet_model *model = &fleet->model[m];
		if (is_of_gpus(model) != is_of_gpus(most) ? is_of_gpus(model) : model->gpus > most->gpus)
			most = model;
	}
	return most;
}

const struct gb_group *gb_fleet_group(const struct gb_fleet_model *model, const char *roof)
{
	return gb_fleet_group_in(model, roof, NULL);
}

const struct gb_group *gb_fleet_group_in(const struct gb_fleet_model *model, const char *roof, const char *unit)
{
	for (size_t i = 0; i < model->groups; i++)
		if (strcmp(model->group[i].roof, roof) == 0 &&
		    (unit == NULL || strcmp(model->group[i].unit, unit) == 0))
			return &model->group[i];
	return NULL;
}
