/* clearing.cu: how long a GPU's memory is slower after memory was freed, as CSV on standard output.
 *
 *     make -C tools/clearing && tools/clearing/clearing >clearing.csv
 *
 * The driver overwrites freed memory in the background. A copy of 1 GiB runs again and again; after some launches
 * memory of `freed` bytes, which was written or not, is freed. A row is the copy's bandwidth over 10 ms, and `seconds`
 * the time since the call that freed. Rows with 0 freed bytes come from before the first. results/clock-notes.md has
 * what follows. */
#include <chrono>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                               \
	do {                                                                                      \
		const cudaError_t status = (call);                                                \
		if (status != cudaSuccess) {                                                      \
			fprintf(stderr, "clearing: %s: %s\n", #call, cudaGetErrorString(status)); \
			exit(2);                                                                  \
		}                                                                                 \
	} while (0)

static const size_t GIB = 1ull << 30, COPIED = GIB;
static const double ROW_SECONDS = 0.01, WATCH_SECONDS = 0.4;

static double now()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static __global__ void copy(const uint4 *from, uint4 *to, size_t count)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
		to[i] = from[i];
}

struct copies {
	uint4 *from, *to;
	unsigned int blocks;
	cudaEvent_t began, ended;

	double seconds() const
	{
		float milliseconds;

		CHECK(cudaEventRecord(began));
		copy<<<blocks, 512>>>(from, to, COPIED / sizeof *from);
		CHECK(cudaEventRecord(ended));
		CHECK(cudaEventSynchronize(ended));
		CHECK(cudaEventElapsedTime(&milliseconds, began, ended));
		return 1e-3 * milliseconds;
	}

	void watch(size_t freed, bool written) const
	{
		const double start = now();
		double ran = 0;
		int count = 0;

		while (now() < start + WATCH_SECONDS) {
			ran += seconds();
			count++;
			if (ran < ROW_SECONDS)
				continue;
			printf("%zu,%d,%.4f,%.5g\n", freed, written, now() - start, 2.0 * COPIED * count / ran);
			ran = count = 0;
		}
	}
};

int main()
{
	struct copies c;
	cudaDeviceProp device;
	size_t available, all;

	CHECK(cudaGetDeviceProperties(&device, 0));
	c.blocks = 8 * (unsigned int)device.multiProcessorCount;
	CHECK(cudaMalloc(&c.from, COPIED));
	CHECK(cudaMalloc(&c.to, COPIED));
	CHECK(cudaMemset(c.from, 1, COPIED));
	CHECK(cudaEventCreate(&c.began));
	CHECK(cudaEventCreate(&c.ended));
	CHECK(cudaMemGetInfo(&available, &all));
	printf("freed_bytes,written,seconds,bandwidth\n");
	for (int i = 0; i < 100; i++)
		c.seconds();
	c.watch(0, false);
	for (int written = 0; written < 2; written++)
		for (size_t size = 2 * GIB; size < available - GIB; size *= 2) {
			void *memory;
			CHECK(cudaMalloc(&memory, size));
			if (written)
				CHECK(cudaMemset(memory, 3, size));
			CHECK(cudaDeviceSynchronize());
			for (int i = 0; i < 20; i++)
				c.seconds();
			CHECK(cudaFree(memory));
			c.watch(size, written != 0);
		}
}
