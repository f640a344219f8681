#include "base/host.h"

#include "support.h"

static void clear(void)
{
	static const char *const names[] = { "SLURM_JOB_ID",         "PBS_JOBID", "LSB_JOBID", "JOB_ID", "SLURM_PROCID",
					     "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		unsetenv(names[i]);
}

static void no_job_is_no_number(void **state)
{
	struct gb_host host;

	(void)state;
	clear();
	gb_host_describe(&host);
	assert_string_equal(host.job_id, "");
	assert_string_equal(host.rank, "");
	assert_true(host.name[0] != '\0');
}

static void the_batch_system_tells_job_and_rank(void **state)
{
	struct gb_host host;

	(void)state;
	clear();
	setenv("PBS_JOBID", "77.node", 1);
	setenv("PMI_RANK", "3", 1);
	gb_host_describe(&host);
	assert_string_equal(host.job_id, "77.node");
	assert_string_equal(host.rank, "3");
	setenv("SLURM_JOB_ID", "42", 1);
	gb_host_describe(&host);
	assert_string_equal(host.job_id, "42");
	clear();
}

static void runs_differ(void **state)
{
	struct gb_host a, b;

	(void)state;
	gb_host_describe(&a);
	gb_host_describe(&b);
	assert_string_not_equal(a.run_id, b.run_id);
	assert_int_equal(strlen(a.run_id), 32);
	assert_int_equal(strspn(a.run_id, "0123456789abcdef"), 32);
}

int main(void)
{
	RUN(T(no_job_is_no_number), T(the_batch_system_tells_job_and_rank), T(runs_differ));
}
