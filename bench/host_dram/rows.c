/* rows.c: the values of the axis `op`: an operation, and the special feature of the row. */
#include "state.h"

static const struct row_kind kinds[] = {
	[READ] = { HOST_DRAM_READ, .roof = "dram.read" },
	[WRITE] = { HOST_DRAM_WRITE, .roof = "dram.write" },
	[COPY] = { HOST_DRAM_COPY, .roof = "dram.copy" },
	[SCALE] = { HOST_DRAM_SCALE, .roof = NULL },
	[ADD] = { HOST_DRAM_ADD, .roof = NULL },
	[TRIAD] = { HOST_DRAM_TRIAD, .roof = "dram.triad" },
	[WRITE_ORDINARY] = { HOST_DRAM_WRITE, BY_STORE, STORE_ORDINARY, NULL },
	[WRITE_STREAM] = { HOST_DRAM_WRITE, BY_STORE, STORE_STREAM, NULL },
	[COPY_ORDINARY] = { HOST_DRAM_COPY, BY_STORE, STORE_ORDINARY, NULL },
	[COPY_STREAM] = { HOST_DRAM_COPY, BY_STORE, STORE_STREAM, NULL },
	[TRIAD_ORDINARY] = { HOST_DRAM_TRIAD, BY_STORE, STORE_ORDINARY, NULL },
	[TRIAD_STREAM] = { HOST_DRAM_TRIAD, BY_STORE, STORE_STREAM, NULL },
	[READ_SMALL] = { HOST_DRAM_READ, SMALL_PAGES, .roof = NULL },
	[COPY_SMALL] = { HOST_DRAM_COPY, SMALL_PAGES, .roof = NULL },
	[READ_THREADS] = { HOST_DRAM_READ, BY_THREADS, .roof = NULL },
	[COPY_THREADS] = { HOST_DRAM_COPY, BY_THREADS, .roof = NULL },
	[READ_NODE] = { HOST_DRAM_READ, BY_NODE, .roof = NULL },
	[COPY_NODE] = { HOST_DRAM_COPY, BY_NODE, .roof = NULL },
};

const char *const host_dram_ops[] = {
	[READ] = "read",
	[WRITE] = "write",
	[COPY] = "copy",
	[SCALE] = "scale",
	[ADD] = "add",
	[TRIAD] = "triad",
	[WRITE_ORDINARY] = "write_ordinary",
	[WRITE_STREAM] = "write_stream",
	[COPY_ORDINARY] = "copy_ordinary",
	[COPY_STREAM] = "copy_stream",
	[TRIAD_ORDINARY] = "triad_ordinary",
	[TRIAD_STREAM] = "triad_stream",
	[READ_SMALL] = "read_small",
	[COPY_SMALL] = "copy_small",
	[READ_THREADS] = "read_threads",
	[COPY_THREADS] = "copy_threads",
	[READ_NODE] = "read_node",
	[COPY_NODE] = "copy_node",
	NULL,
};

static const struct operation operations[] = {
	[HOST_DRAM_READ] = { "read", 1, 0 }, [HOST_DRAM_WRITE] = { "write", 0, 1 },
	[HOST_DRAM_COPY] = { "copy", 1, 1 }, [HOST_DRAM_SCALE] = { "scale", 1, 1 },
	[HOST_DRAM_ADD] = { "add", 2, 1 },   [HOST_DRAM_TRIAD] = { "triad", 2, 1 },
};

const struct row_kind *host_dram_kind(const struct gb_run *run)
{
	return &kinds[gb_value(run, op)];
}

const struct operation *host_dram_operation(const struct gb_run *run)
{
	return &operations[host_dram_kind(run)->op];
}

enum store host_dram_store(const struct gb_run *run)
{
	const struct row_kind *kind = host_dram_kind(run);

	return kind->setting == BY_STORE ? kind->store : gb_value(run, store);
}
