/* The host memory that control groups leave: file trees as shown by kernels, containers and batch systems. */
#include "base/host_memory.h"

#include <sys/stat.h>

#include "support.h"

#define MIB (UINT64_C(1) << 20)

static char root[64];
static struct gb_host_memory memory;

static int make_root(void)
{
	strcpy(root, "/tmp/gpubench-memory-XXXXXX");
	return mkdtemp(root) != NULL ? 0 : -1;
}

static int remove_root(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -r %s", root);
	return system(command); /* NOLINT(cert-env33-c): of our own folder */
}

static void put(const char *path, const char *text)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s", root, path);
	for (char *at = whole + strlen(root) + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
		*at = '\0';
		mkdir(whole, 0700);
	}
	FREED_BY(close_stream) FILE *file = fopen(whole, "w");
	assert_non_null(file);
	fputs(text, file);
}

static void put_bytes(const char *folder, const char *file, uint64_t bytes)
{
	char path[256], text[32];

	snprintf(path, sizeof path, "%s/%s", folder, file);
	snprintf(text, sizeof text, "%llu\n", (unsigned long long)bytes);
	put(path, text);
}

static void put_host(const char *groups, const char *mounts)
{
	put("/proc/meminfo", "MemTotal:       16777216 kB\nMemFree:         1048576 kB\nMemAvailable:    8388608 kB\n");
	put("/proc/vmstat", "nr_free_pages 10\noom_kill 7\n");
	put("/proc/self/cgroup", groups);
	put("/proc/self/mountinfo", mounts);
}

static void put_v2(const char *folder, const char *most, uint64_t used)
{
	char path[256];

	snprintf(path, sizeof path, "%s/memory.max", folder);
	put(path, most);
	put_bytes(folder, "memory.current", used);
}

static void put_v1(const char *folder, uint64_t most, uint64_t used)
{
	put_bytes(folder, "memory.limit_in_bytes", most);
	put_bytes(folder, "memory.usage_in_bytes", used);
}

static void expect(uint64_t available, uint64_t limit, const char *group)
{
	gb_host_memory_read(root, &memory);
	assert_int_equal(memory.available, available);
	assert_int_equal(memory.limit, limit);
	assert_string_equal(memory.group, group);
}

#define V1_NONE  UINT64_C(9223372036854771712)
#define V1_MOUNT "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n"
#define V2_MOUNT "31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"

TEST_WITH(without_groups_it_is_the_machines, make_root, remove_root)
{
	put_host("0::/\n", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
	expect(8192 * MIB, GB_NO_LIMIT, "");
	assert_int_equal(memory.kills, 0);
	assert_int_equal(memory.host_kills, 7);
	char text[64] = "x";
	gb_host_memory_name_limit(&memory, text, sizeof text);
	assert_string_equal(text, "x");
}

/* Slurm limits the job and its step, but the task's own group has no limit. */
TEST_WITH(nested_groups_of_version_2, make_root, remove_root)
{
	const char *const job = "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7";

	put_host("0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n", V2_MOUNT);
	put_v2(job, "2147483648\n", 500 * MIB);
	put_v2("/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0", "4294967296\n", 400 * MIB);
	put_v2("/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0/user/task_0", "max\n", 300 * MIB);
	put("/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0/user/task_0/memory.events",
	    "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n");
	expect(1548 * MIB, 2048 * MIB, "/system.slice/slurmstepd.scope/job_7");
	assert_int_equal(memory.kills, 2);
	/* Memory in the cache for files is given back. */
	put("/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/memory.stat",
	    "anon 1\ninactive_file 104857600\nactive_file 52428800\ntotal_inactive_file 1\n");
	expect(1698 * MIB, 2048 * MIB, "/system.slice/slurmstepd.scope/job_7");
	/* Above this limit, a group is slowed down. */
	put_bytes(job, "memory.high", 1024 * MIB);
	expect((1024 - 350) * MIB, 1024 * MIB, "/system.slice/slurmstepd.scope/job_7");
	/* A group that already exceeds its limit. */
	put_bytes(job, "memory.current", 9000 * MIB);
	expect(0, 1024 * MIB, "/system.slice/slurmstepd.scope/job_7");
	char text[160] = "none is free";
	gb_host_memory_name_limit(&memory, text, sizeof text);
	assert_string_equal(text, "none is free, within the limit of 1.074 GB of control group "
				  "/system.slice/slurmstepd.scope/job_7");
}

TEST_WITH(nested_groups_of_version_1, make_root, remove_root)
{
	put_host("5:cpuset:/slurm\n4:cpu,memory:/slurm/uid_0/job_7/step_0\n0::/\n",
		 "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n" V1_MOUNT);
	put_v1("/sys/fs/cgroup/memory", V1_NONE, 6000 * MIB);
	put_v1("/sys/fs/cgroup/memory/slurm", V1_NONE, 6000 * MIB);
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0", 3000 * MIB, 100 * MIB);
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0/job_7", 1000 * MIB, 100 * MIB);
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0/job_7/step_0", 1000 * MIB, 20 * MIB);
	put("/sys/fs/cgroup/memory/slurm/uid_0/job_7/step_0/memory.oom_control",
	    "oom_kill_disable 0\nunder_oom 0\noom_kill 5\n");
	expect(900 * MIB, 1000 * MIB, "/slurm/uid_0/job_7");
	assert_int_equal(memory.kills, 5);
	put("/sys/fs/cgroup/memory/slurm/uid_0/job_7/memory.stat",
	    "cache 1\ninactive_file 7\ntotal_inactive_file 52428800\n");
	expect(950 * MIB, 1000 * MIB, "/slurm/uid_0/job_7");
	/* A limit above the machine's memory has no effect. */
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0/job_7", 100000 * MIB, 0);
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0/job_7/step_0", 100000 * MIB, 0);
	put_v1("/sys/fs/cgroup/memory/slurm/uid_0", V1_NONE, 0);
	expect(8192 * MIB, GB_NO_LIMIT, "");
}

/* Both at once: the controller belongs to one version, and the other's files are missing. */
TEST_WITH(both_versions, make_root, remove_root)
{
	put_host("4:memory:/job\n1:name=systemd:/elsewhere\n0::/unified\n",
		 "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n" V1_MOUNT);
	put("/sys/fs/cgroup/unified/unified/cgroup.procs", "1\n");
	put_v1("/sys/fs/cgroup/memory/job", 700 * MIB, 0);
	expect(700 * MIB, 700 * MIB, "/job");
}

/* In a container the mount begins at its own group, whatever the group's path on the host. */
TEST_WITH(a_container, make_root, remove_root)
{
	put_host("4:memory:/docker/abc\n",
		 "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro,nosuid - cgroup cgroup rw,memory\n");
	put_v1("/sys/fs/cgroup/memory", 600 * MIB, 100 * MIB);
	expect(500 * MIB, 600 * MIB, "/");
	/* A separate group in the container. */
	put("/proc/self/cgroup", "4:memory:/docker/abc/inner\n");
	put_v1("/sys/fs/cgroup/memory/inner", 300 * MIB, 100 * MIB);
	expect(200 * MIB, 300 * MIB, "/inner");
	/* With a separate name space; and a process that was moved out of it. */
	put_host("0::/\n", V2_MOUNT);
	put_v2("/sys/fs/cgroup", "400000000\n", 0);
	expect(400000000, 400000000, "/");
	put("/proc/self/cgroup", "0::/../other\n");
	expect(400000000, 400000000, "/");
}

TEST_WITH(a_mount_point_with_a_blank, make_root, remove_root)
{
	put_host("0::/job\n", "31 23 0:28 / /my\\040groups rw - cgroup2 cgroup2 rw\n");
	put_v2("/my groups/job", "300000000\n", 0);
	expect(300000000, 300000000, "/job");
}

/* Lines that do not belong in these files, and limits that are not numbers. */
TEST_WITH(rubbish_is_no_limit, make_root, remove_root)
{
	put_host("x\n4:\n::\n0::/job\n", "\n - \n1 2 3\n31 23 0:28 / - cgroup2\n" V2_MOUNT);
	put_v2("/sys/fs/cgroup/job", "lots\n", 0);
	expect(8192 * MIB, GB_NO_LIMIT, "");
}

TEST_WITH(this_process, make_root, remove_root)
{
	gb_host_memory_read("", &memory);
	assert_true(memory.available > MIB);
	assert_true(memory.available < (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE));
}
