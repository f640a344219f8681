/* gpubench_report.c: the host's part of gpubench_report.h. */
#include "run/run.h"

int gb_report_clear(struct gb_run *run, gb_ptr report)
{
	const struct gb_report clear = { .first = UINT64_MAX };

	return gb_copy_in(run, report, &clear, sizeof clear);
}

int gb_report_judge(struct gb_run *run, gb_ptr report, uint64_t count, const char *what)
{
	struct gb_run *owner = run->of != NULL ? run->of : run;
	struct gb_report found;
	int status = gb_copy_out(run, &found, report, sizeof found);

	if (status != GB_OK)
		return status;
	owner->judged += found.compared;
	if (found.wrong > 0 && owner->wrong == 0)
		owner->first_wrong = found.first;
	owner->wrong += found.wrong;
	if (found.compared != count)
		return gb_fail(run, "the check looked at %llu of %llu %s", found.compared, (unsigned long long)count,
			       what);
	if (found.wrong != 0)
		return gb_fail(run, "%llu of %llu %s are wrong, the first at %llu", found.wrong,
			       (unsigned long long)count, what, found.first);
	return GB_OK;
}
