/* fake_limits.c: the limits of an SM of the fake device, and the launch shapes that a driver would reject. */
#include "fake/fake_parts.h"

/* As in compute capability 9.0, where a cluster has at most 16 blocks. */
enum { CLUSTER_MOST = 16 };

/* The system reserves some shared memory of an SM for every block. */
static uint64_t shared_reserved(void)
{
	return fake.cc >= 80 ? 1 << 10 : 0;
}

uint64_t fake_shared_per_block(void)
{
	return fake.shared_per_sm - shared_reserved();
}

/* A warp's registers are allocated in steps of 256. */
static int warps_by_registers(uint32_t registers)
{
	const uint32_t of_warp = (32 * (registers > 0 ? registers : 1) + 255) / 256 * 256;

	return (int)(FAKE_REGISTERS_PER_SM / of_warp);
}

static int blocks_at_once(const struct gb_kernel *kernel, struct gb_shape shape)
{
	const uint64_t shared = (uint64_t)shape.shared_bytes + kernel->shared_bytes + shared_reserved();
	/* Before 8.0, nothing is reserved for a block without shared memory. */
	const int by_shared = shared > 0 ? (int)(fake.shared_per_sm / shared) : FAKE_BLOCKS_PER_SM;
	const int by_threads = fake.threads_per_sm / (int)shape.block,
		  by_registers = warps_by_registers(kernel->registers) / (int)((shape.block + 31) / 32);
	int most = by_threads < FAKE_BLOCKS_PER_SM ? by_threads : FAKE_BLOCKS_PER_SM;

	most = by_registers < most ? by_registers : most;
	return by_shared < most && !fake.shared_is_free ? by_shared : most;
}

int fake_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		   uint32_t *blocks, struct gb_error *error)
{
	const struct gb_shape shape = { .block = block, .shared_bytes = shared_bytes };

	GB_TRY(fake_enter(FAKE_OCCUPANCY, error));
	*blocks = (uint32_t)blocks_at_once(kernel, shape);
	return GB_OK;
}

/* Up to three quarters of L2, as on compute capability 8.0 and later. Giving it back never fails, because nobody would
 * report that. */
int fake_persist(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t *kept, struct gb_error *error)
{
	const uint64_t most = fake.cc >= 80 ? fake.l2_bytes / 4 * 3 : 0;

	if (bytes == 0) {
		*kept = fake.kept_bytes = 0;
		return GB_OK;
	}
	GB_TRY(fake_enter(FAKE_PERSIST, error));
	if (most == 0)
		return gb_error_skip(error, "this device cannot set a part of L2 aside");
	if (fake_range(at, bytes) == NULL)
		return fake_refuse_argument("cudaStreamSetAttribute", error);
	*kept = fake.kept_bytes = bytes < most ? bytes : most;
	return GB_OK;
}

int fake_need_clusters(const char *what, struct gb_error *error)
{
	if (fake.cc >= 90)
		return GB_OK;
	return gb_error_skip(error, "this device has no %s: they came with compute capability 9.0", what);
}

int fake_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
		  struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_CLUSTERS, error));
	GB_TRY(fake_need_clusters("clusters of blocks", error));
	const uint32_t blocks = (uint32_t)(fake.sms * blocks_at_once(kernel, shape));
	if (shape.cluster == 0 || shape.cluster > CLUSTER_MOST || blocks < shape.cluster) {
		gb_error_write(error,
			       "this device runs no cluster of %u blocks of %u threads with %u bytes of shared memory",
			       shape.cluster, shape.block, shape.shared_bytes);
		return GB_SKIPPED;
	}
	*clusters = blocks / shape.cluster;
	return GB_OK;
}

int fake_check_shape(const struct gb_kernel *kernel, struct gb_shape shape, struct gb_error *error)
{
	const uint32_t at_once = (uint32_t)(fake.sms * blocks_at_once(kernel, shape));
	int status = shape.cluster > 0 ? fake_need_clusters("clusters of blocks", error) : GB_OK;

	if (status == GB_OK && shape.early)
		status = fake_need_clusters("programmatic dependent launch", error);

	if (shape.shared_bytes + kernel->shared_bytes > fake_shared_per_block()) {
		gb_error_write(error,
			       "this device does not have %u bytes of shared memory for a block of this kernel: "
			       "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)",
			       shape.shared_bytes);
		return GB_SKIPPED;
	}
	if (status == GB_OK && shape.cluster > 0 && (shape.cluster > CLUSTER_MOST || shape.grid % shape.cluster != 0))
		return gb_error_set(error, "cuLaunchKernelEx: CUDA_ERROR_INVALID_CLUSTER_SIZE (invalid cluster size)");
	if (status == GB_OK && shape.cooperative && shape.grid > at_once)
		return gb_error_set(error, "cuLaunchKernelEx: CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE (too many blocks "
					   "in cooperative launch)");
	return status;
}
