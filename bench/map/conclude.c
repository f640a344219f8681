/* Conclusions from the rows of `map`: near and far latencies, groups, and the number of SMs needed for the highest
 * bandwidth. */
#include "../common/findings.h"
#include "state.h"

/* The mean of a metric over the SMs with its interval, and the lowest and highest value of an SM. */
static void tell_range(struct findings *f, const struct gb_row *rows, size_t count, const char *metric,
		       const char *point)
{
	double sum = 0, squares = 0, ends[2] = { (double)INFINITY, 0 };
	const struct gb_row *from = NULL;
	size_t sms = 0;

	for (size_t i = 0; i < count; i++) {
		if (!gb_row_has(&rows[i], sm) || strcmp(rows[i].metric, metric) != 0)
			continue;
		sum += rows[i].value;
		squares += (rows[i].hi - rows[i].lo) * (rows[i].hi - rows[i].lo) / 4;
		ends[0] = fmin(ends[0], rows[i].value);
		ends[1] = fmax(ends[1], rows[i].value);
		from = &rows[i];
		sms++;
	}
	if (sms < 2)
		return;
	struct gb_finding *finding = findings_add(f, "cycles", "cycles", sum / (double)sms, from, "%s", point);
	finding->lo = finding->value - sqrt(squares) / (double)sms;
	finding->hi = finding->value + sqrt(squares) / (double)sms;
	snprintf(finding->remark, sizeof finding->remark, "the mean over %zu SMs", sms);
	for (int most = 0; most < 2; most++) {
		finding =
			findings_add(f, most ? "cycles_most" : "cycles_least", "cycles", ends[most], from, "%s", point);
		snprintf(finding->remark, sizeof finding->remark, "of single SMs");
	}
}

/* The sizes of the groups in words, such as "18 16 16". */
static void tell_parts(struct findings *f, const struct gb_row *rows, size_t count, const char *metric,
		       const char *point)
{
	uint32_t members[MAP_SMS] = { 0 }, parts = 0, sms = 0;
	const struct gb_row *from = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!gb_row_has(&rows[i], sm) || strcmp(rows[i].metric, metric) != 0 || rows[i].value >= MAP_SMS)
			continue;
		members[(uint32_t)rows[i].value]++;
		from = &rows[i];
		sms++;
	}
	if (sms < 2)
		return;
	struct gb_finding *finding = findings_add(f, "count", "1", 0, from, "%s", point);
	int length = snprintf(finding->remark, sizeof finding->remark, "SMs of each:");
	for (uint32_t g = 0; g < MAP_SMS; g++) {
		if (members[g] == 0)
			continue;
		parts++;
		if (length > 0 && (size_t)length < sizeof finding->remark - 8)
			length += snprintf(finding->remark + length, sizeof finding->remark - (size_t)length, " %u",
					   members[g]);
	}
	finding->value = parts;
}

/* The highest bandwidth, with the number and the choice of SMs, and the bandwidth of all SMs. */
static void tell_best(struct findings *f, const struct gb_row *rows, size_t count, int64_t view, const char *point)
{
	const struct gb_row *best = NULL, *all = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!gb_row_has(&rows[i], share) || gb_row_value(&rows[i], view) != view ||
		    strcmp(rows[i].metric, "bandwidth") != 0)
			continue;
		if (best == NULL || rows[i].value > best->value)
			best = &rows[i];
		if (gb_row_value(&rows[i], share) == 100 && (all == NULL || rows[i].value > all->value))
			all = &rows[i];
	}
	if (best == NULL || all == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "bandwidth", "B/s", best->value, best, "%s", point);
	finding->lo = best->lo;
	finding->hi = best->hi;
	finding->limit = best->limit;
	snprintf(finding->remark, sizeof finding->remark,
		 "by %lld %% of the SMs; all of them: %.4g B/s. Both are measured with this kernel, one block on "
		 "each SM; `cache` and `dram` have the best rates of the card",
		 (long long)gb_row_value(best, share), all->value);
}

/* The highest bandwidth of a single GPC, and that of the largest number of GPCs. */
static void tell_gpc(struct findings *f, const struct gb_row *rows, size_t count, int64_t view, const char *point)
{
	const struct gb_row *one = NULL, *most = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!gb_row_has(row, gpcs) || gb_row_value(row, view) != view || strcmp(row->metric, "bandwidth") != 0)
			continue;
		if (gb_row_has(row, gpc) && (one == NULL || row->value > one->value))
			one = row;
		if (most == NULL || gb_row_value(row, gpcs) > gb_row_value(most, gpcs))
			most = row;
	}
	if (one == NULL || gb_row_value(most, gpcs) == 1)
		return;
	struct gb_finding *finding = findings_add(f, "bandwidth", "B/s", one->value, one, "%s", point);
	finding->lo = one->lo;
	finding->hi = one->hi;
	finding->limit = one->limit;
	snprintf(finding->remark, sizeof finding->remark, "by GPC %lld alone; %lld GPCs together: %.4g B/s",
		 (long long)gb_row_value(one, gpc), (long long)gb_row_value(most, gpcs), most->value);
}

/* The rate of random reads with a window for each group, divided by the rate at which all SMs read the whole set. */
static void tell_gains(struct findings *f, const struct gb_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count && f->count < GB_FINDINGS_MAX; k++) {
			const struct gb_row *own = &rows[i], *all = &rows[k];
			if (!gb_row_has(own, span) || !gb_row_has(all, span) ||
			    gb_row_value(own, span) != gb_row_value(all, span) ||
			    gb_row_value(own, assign) != ASSIGN_GROUPS || gb_row_value(all, assign) != ASSIGN_ALL ||
			    strcmp(own->metric, "access_rate") != 0 || strcmp(all->metric, "access_rate") != 0)
				continue;
			struct gb_finding *finding = &f->out[f->count++];
			*finding = ratio_of("window_gain", own, all);
			snprintf(finding->point, sizeof finding->point, "span=%llu",
				 (unsigned long long)gb_row_value(own, span));
			snprintf(finding->remark, sizeof finding->remark,
				 "%.4g reads/s with a window for each group of SMs, %.4g without", own->value,
				 all->value);
		}
}

/* The SMs that slow down SM 0 when they read other pages: they share cached address translations with it. */
static void tell_shared(struct findings *f, const struct gb_row *rows, size_t count)
{
	const struct gb_row *best = NULL, *last = NULL;
	char sms[128] = "0";
	uint32_t shared = 1;

	for (size_t i = 0; i < count; i++)
		if (gb_row_has(&rows[i], partner) && strcmp(rows[i].metric, "access_rate") == 0 &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	for (size_t i = 0; i < count && best != NULL; i++) {
		if (!gb_row_has(&rows[i], partner) || strcmp(rows[i].metric, "access_rate") != 0 ||
		    rows[i].value > best->value / 2)
			continue;
		last = &rows[i];
		shared++;
		snprintf(sms + strlen(sms), sizeof sms - strlen(sms), " %lld", (long long)gb_row_value(last, partner));
	}
	if (last == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "translations_shared", "1", shared, last, "of=translations");
	snprintf(finding->remark, sizeof finding->remark, "SMs that share cached translations: %s", sms);
}

size_t map_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		    struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };

	tell_range(&f, rows, count, "cycles", "lines=all");
	tell_range(&f, rows, count, "near", "lines=near");
	tell_range(&f, rows, count, "far", "lines=far");
	tell_parts(&f, rows, count, "group", "of=groups");
	tell_parts(&f, rows, count, "half", "of=halves");
	tell_best(&f, rows, count, VIEW_DRAM, "best=dram");
	tell_best(&f, rows, count, VIEW_L2, "best=l2");
	tell_gpc(&f, rows, count, VIEW_GPC_DRAM, "gpc=dram");
	tell_gpc(&f, rows, count, VIEW_GPC_L2, "gpc=l2");
	tell_gains(&f, rows, count);
	tell_shared(&f, rows, count);
	return f.count;
}
