/* How `async` launches a point. */
#include "state.h"

/* A launch moves at least this many bytes from or to L2. */
#define LAUNCH_BYTES (UINT64_C(8) << 30)
/* Shared memory that a block uses besides the pieces: barriers, the system's reserve, alignment. */
enum { BESIDES = 3072 };

static int check_device(struct gb_run *run, enum path path)
{
	const int cc = gb_device(run)->cc_major;

	if (path == CPASYNC && cc < 8)
		return gb_skip(run, "cp.async needs compute capability 8.0");
	if (path > CPASYNC && cc < 9)
		return gb_skip(run, "bulk copies need compute capability 9.0");
	if (path == MULTICAST && cc >= 12)
		return gb_skip(run, "multicast needs a data-centre GPU: compute capability 9.0 and 10");
	return GB_OK;
}

static int choose_set(struct gb_run *run, enum path path)
{
	static const uint64_t set_of[] = { [L2_1M] = 1 << 20, [L2_8M] = 8 << 20, [L2_32M] = 32 << 20 };
	struct state *s = gb_state(run);
	const enum level level = async_level(run);
	const uint64_t set = level == DRAM ? s->bytes : set_of[level];
	uint64_t bytes = (uint64_t)(gb_work(run) * (double)LAUNCH_BYTES);

	if (set > s->bytes)
		return gb_skip(run, "not enough memory for a set of %llu bytes", (unsigned long long)set);
	if (level != DRAM && set > gb_device(run)->l2_bytes)
		return gb_skip(run, "a set of %llu bytes does not fit in L2", (unsigned long long)set);
	if (level == DRAM || bytes < set)
		bytes = set;
	s->args.at = gb_address(async_is_back(path) ? s->to : s->data);
	s->args.set = set;
	s->args.pieces = bytes / set * (set / s->args.bytes);
	if (set < s->args.bytes)
		return gb_skip(run, "a set of %llu bytes is smaller than a piece of %u", (unsigned long long)set,
			       s->args.bytes);
	/* Each block of the cluster receives the cluster's pieces. */
	if (async_is_clustered(path) && level != DRAM)
		s->args.pieces /= gb_value(run, size);
	return GB_OK;
}

static int choose_pieces(struct gb_run *run, enum path path)
{
	struct async_args *args = &state_of(run)->args;
	const uint64_t most = gb_device(run)->shared_per_block;

	args->stages = 1;
	if (path == LD)
		args->bytes = gb_value(run, block) * 16 * ASYNC_UNROLL;
	else if (path == CPASYNC)
		args->bytes = (uint32_t)(gb_value(run, block) * gb_value(run, width)) * ASYNC_COPIES;
	else
		args->bytes = gb_value(run, bytes);
	if (path == CPASYNC || async_is_clustered(path))
		args->stages = gb_value(run, stages);
	else if (path == BULK || path == TENSOR || path == PREFETCH)
		args->stages = 1024 * gb_value(run, in_flight) / args->bytes;
	if (args->stages < 1 || args->stages > ASYNC_STAGES)
		return gb_skip(run, "%u pieces of %u bytes in flight: expected 1 to %d pieces", args->stages,
			       args->bytes, ASYNC_STAGES);
	if (path == TENSOR && args->bytes / ASYNC_ROW > 256)
		return gb_skip(run, "a box has at most 256 rows");
	if ((uint64_t)args->bytes * args->stages + BESIDES > most)
		return gb_skip(run, "%u pieces of %u bytes do not fit in shared memory", args->stages, args->bytes);
	args->ahead = path == PREFETCH ? args->stages : 0;
	return GB_OK;
}

static int choose_tensor(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool swizzled = gb_value(run, swizzle) == SWIZZLED;
	const struct gb_tensor tensor = {
		.at = s->data,
		.element = GB_ELEMENT_U32,
		.rank = 2,
		.size = { ASYNC_ROW / 4, s->bytes / ASYNC_ROW },
		.stride = { 4, ASYNC_ROW },
		.box = { ASYNC_ROW / 4, s->args.bytes / ASYNC_ROW },
		.swizzle = swizzled ? GB_SWIZZLE_128 : GB_SWIZZLE_NONE,
	};

	s->args.swizzled = swizzled;
	return gb_tensor_map(run, &tensor, &s->args.map);
}

/* One block per SM, large enough that no SM holds two. If all threads copy, as many blocks as fit. */
static int choose_shape(struct gb_run *run, enum path path)
{
	struct state *s = gb_state(run);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count, half = (uint32_t)gb_device(run)->shared_per_sm / 2;
	uint32_t count = 1;

	s->shape = (struct gb_shape){ .grid = sms, .block = 32, .shared_bytes = s->args.bytes * s->args.stages };
	if (path == LD || path == CPASYNC) {
		s->shape.block = gb_value(run, block);
		GB_TRY(gb_occupancy(run, &s->kernel, s->shape.block, s->shape.shared_bytes, &count));
		s->shape.grid = sms * count;
		return GB_OK;
	}
	if (s->shape.shared_bytes <= half)
		s->shape.shared_bytes = half + 1024;
	if (async_is_back(path))
		s->shape.block = 128;
	if (!async_is_clustered(path))
		return GB_OK;
	s->shape.block = 64;
	s->shape.grid = s->shape.cluster = gb_value(run, size);
	GB_TRY(gb_clusters(run, &s->kernel, s->shape, &count));
	s->shape.grid = count * s->shape.cluster;
	return GB_OK;
}

int async_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum path path = async_path(run);

	s->args = (struct async_args){ .report = gb_address(s->report) };
	GB_TRY(check_device(run, path));
	GB_TRY(choose_pieces(run, path));
	GB_TRY(choose_set(run, path));
	if (path == TENSOR)
		GB_TRY(choose_tensor(run));
	if (path == CPASYNC)
		GB_TRY(kernel_find(run, &s->kernel, "async_cpasync_w%u_s%u", gb_value(run, width), s->args.stages));
	else
		GB_TRY(kernel_find(run, &s->kernel, "async_%s", async_paths[path]));
	return choose_shape(run, path);
}

LAUNCH_KERNEL(int async_launch, state)
