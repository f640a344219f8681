#include "base/host.h"

#include "support.h"

static void clear(void)
{
	static const char *const names[] = { "SLURM_JOB_ID",       "PBS_JOBID",
					     "LSB_JOBID",          "JOB_ID",
					     "SLURM_PROCID",       "OMPI_COMM_WORLD_RANK",
					     "PMIX_RANK",          "PMI_RANK",
					     "GPUBENCH_HOST",      "SLURMD_NODENAME",
					     "NODE_NAME",          "KUBERNETES_SERVICE_HOST",
					     "SLURM_JOB_NUM_NODES" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		unsetenv(names[i]);
}

TEST(no_job_is_no_number)
{
	struct gb_host host;

	clear();
	gb_host_describe(&host);
	assert_string_equal(host.job_id, "");
	assert_string_equal(host.rank, "");
	assert_true(host.name[0] != '\0');
}

TEST(the_batch_system_tells_job_and_rank)
{
	struct gb_host host;

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

static void expect_name(const char *name)
{
	struct gb_host host;

	gb_host_describe(&host);
	assert_string_equal(host.name, name);
}

/* From the last source to the first. */
TEST(a_node_is_named)
{
	char own[256] = "";

	clear();
	gethostname(own, sizeof own - 1);
	expect_name(own);
	setenv("NODE_NAME", "agent", 1); /* of a build server, say */
	expect_name(own);
	setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1", 1);
	expect_name("agent");
	setenv("SLURMD_NODENAME", "n013", 1);
	expect_name("n013");
	setenv("GPUBENCH_HOST", "left blade", 1);
	expect_name("left blade");
	setenv("GPUBENCH_HOST", "", 1);
	expect_name("n013");
	clear();
}

TEST(one_node_of_many)
{
	clear();
	assert_false(gb_host_is_one_of_many());
	setenv("SLURM_JOB_NUM_NODES", "1", 1);
	assert_false(gb_host_is_one_of_many());
	setenv("SLURM_JOB_NUM_NODES", "2", 1);
	assert_true(gb_host_is_one_of_many());
	clear();
}

TEST(runs_differ)
{
	struct gb_host a, b;

	gb_host_describe(&a);
	gb_host_describe(&b);
	assert_string_not_equal(a.run_id, b.run_id);
	assert_int_equal(strlen(a.run_id), 32);
	assert_int_equal(strspn(a.run_id, "0123456789abcdef"), 32);
}
