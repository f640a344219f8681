/* clock.cu: how the SM clock of a Hopper GPU moves when a load of its matrix units begins, as CSV on standard output.
 *
 *     make -C tools/clock && tools/clock/clock >clock.csv
 *     tools/clock/clock power >power.csv                     clock and power, and what NVML says meanwhile: power.h
 *
 * A load is the kernel of `tensor` (variant wgmma) launched again and again, 2 ms each. A stamp kernel between launches
 * reads the cycle counter and the time on every SM; the row has the median clock of the SMs over that launch.
 * docs/how-we-measure.md says what follows from the result. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp8.h>

/* The kernels of the variant wgmma are declared for the host as well. */
#define TENSOR_WGMMA
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH_FEAT_SM90_ALL
#endif
#include "../../bench/tensor/tensor.cu"

#define CHECK(call)                                                                            \
	do {                                                                                   \
		const cudaError_t status = (call);                                             \
		if (status != cudaSuccess) {                                                   \
			fprintf(stderr, "clock: %s: %s\n", #call, cudaGetErrorString(status)); \
			exit(2);                                                               \
		}                                                                              \
	} while (0)

enum { SMS_MAX = 256, LAUNCHES_MAX = 4096, THREADS = 256 };
static const double LAUNCH_SECONDS = 2e-3;

struct stamp {
	unsigned long long cycles, nanoseconds;
};

static __global__ void write_stamp(struct stamp *stamps)
{
	unsigned int sm;
	unsigned long long now;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	const unsigned long long cycles = clock64();
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
	stamps[sm] = { cycles, now };
}

enum data { NORMAL, ZEROS, DATA };
enum format { BF16, E4M3, BF16_SPARSE, FORMATS };

static const struct {
	const char *name;
	void (*kernel)(const struct tensor_args);
	double flop_per_clock; /* of an SM */
	unsigned int tiles_of_b;
	bool bytes;
} formats[FORMATS] = {
	{ "bf16", tensor_wgmma_bf16_fp32_dense_ss, 4096, 1, false },
	{ "e4m3", tensor_wgmma_e4m3_fp32_dense_ss, 8192, 1, true },
	{ "bf16 sparse", tensor_wgmma_bf16_fp32_sparse_ss, 8192, 2, false },
};
static const char *const data_names[DATA] = { "normal", "zeros" };

static struct {
	int sms;
	double hz;
	void *a[FORMATS][DATA], *b[FORMATS][DATA];
	struct stamp *stamps; /* SMS_MAX of each launch, and one set before the first */
} card;

static double seconds_now()
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void rest(double seconds)
{
	const struct timespec pause = { (time_t)seconds, (long)(1e9 * (seconds - (time_t)seconds)) };

	nanosleep(&pause, NULL);
}

/* An operand: standard normal numbers, or zeros. */
static void *make_operand(enum format format, enum data data, size_t bytes)
{
	std::vector<unsigned char> host(bytes);
	std::mt19937 random(1);
	std::normal_distribution<float> normal;
	void *device;

	for (size_t i = 0; data == NORMAL && i < bytes; i += formats[format].bytes ? 1 : 2)
		if (formats[format].bytes) {
			const __nv_fp8_e4m3 number(normal(random));
			memcpy(&host[i], &number, sizeof number);
		} else {
			const __nv_bfloat16 number(normal(random));
			memcpy(&host[i], &number, sizeof number);
		}
	CHECK(cudaMalloc(&device, bytes));
	CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice));
	return device;
}

static unsigned int shared_bytes(enum format format)
{
	return formats[format].tiles_of_b * TENSOR_GROUP_COLS * TENSOR_GROUP_DEPTH +
	       THREADS / 128 * TENSOR_WGMMA_ROWS * TENSOR_GROUP_DEPTH;
}

static void open_card()
{
	cudaDeviceProp properties;
	int khz;

	CHECK(cudaGetDeviceProperties(&properties, 0));
	CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
	card.sms = properties.multiProcessorCount;
	card.hz = 1e3 * khz;
	if (properties.major != 9 || card.sms > SMS_MAX) {
		fprintf(stderr, "clock: needs a GPU of compute capability 9.0; this is %d.%d\n", properties.major,
			properties.minor);
		exit(2);
	}
	CHECK(cudaMallocHost(&card.stamps, (LAUNCHES_MAX + 1) * SMS_MAX * sizeof *card.stamps));
	for (int f = 0; f < FORMATS; f++) {
		CHECK(cudaFuncSetAttribute(formats[f].kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
					   shared_bytes((enum format)f)));
		for (int d = 0; d < DATA; d++) {
			card.a[f][d] = make_operand((enum format)f, (enum data)d, TENSOR_A_ROWS * TENSOR_A_BYTES);
			card.b[f][d] = make_operand((enum format)f, (enum data)d, TENSOR_B_ROWS * TENSOR_B_BYTES);
		}
	}
}

/* The median of the SMs over one launch, Hz. */
static double clock_of(const struct stamp *before, const struct stamp *after)
{
	std::vector<double> hz;

	for (int sm = 0; sm < card.sms; sm++)
		hz.push_back(1e9 * (double)(after[sm].cycles - before[sm].cycles) /
			     (double)(after[sm].nanoseconds - before[sm].nanoseconds));
	std::nth_element(hz.begin(), hz.begin() + hz.size() / 2, hz.end());
	return hz[hz.size() / 2];
}

/* What becomes of a launch: seconds from the begin of the load to its own; mean clock; operations a second. */
typedef void take_launch(const char *scenario, enum format format, enum data data, double seconds, double hz,
			 double rate);

static void print_launch(const char *scenario, enum format format, enum data data, double seconds, double hz,
			 double rate)
{
	printf("%s,%s,%s,%.6f,%.6g,%.6g\n", scenario, formats[format].name, data_names[data], seconds, hz, rate);
}

static take_launch *take = print_launch;

/* Run a load for so long. With a scenario each launch is taken. */
static void run(const char *scenario, enum format format, enum data data, double seconds)
{
	const double ops = 2.0 * card.sms * (THREADS / 128) * TENSOR_WGMMA_ROWS * TENSOR_GROUP_COLS *
			   (formats[format].bytes ? 128 : 64) * formats[format].tiles_of_b;
	const unsigned int passes =
		(unsigned int)(LAUNCH_SECONDS * card.hz * card.sms * formats[format].flop_per_clock / ops) / 8 * 8;
	const struct tensor_args args = { card.a[format][data], card.b[format][data], NULL, passes, 0xdddddddd, 0 };
	const double end = seconds_now() + seconds;
	size_t launches = 0;

	write_stamp<<<2 * card.sms, 1>>>(card.stamps);
	while (seconds_now() < end && launches + 4 <= LAUNCHES_MAX) {
		for (int i = 0; i < 4; i++) {
			formats[format].kernel<<<card.sms, THREADS, shared_bytes(format)>>>(args);
			write_stamp<<<2 * card.sms, 1>>>(card.stamps + ++launches * SMS_MAX);
		}
		CHECK(cudaDeviceSynchronize());
	}
	for (size_t i = 0; scenario != NULL && i < launches; i++) {
		const struct stamp *before = card.stamps + i * SMS_MAX, *after = before + SMS_MAX;
		take(scenario, format, data, 1e-9 * (double)(before[0].nanoseconds - card.stamps[0].nanoseconds),
		     clock_of(before, after),
		     passes * ops / (1e-9 * (double)(after[0].nanoseconds - before[0].nanoseconds)));
	}
}

/* A rested card: longer than it takes to recover. */
static const double REST_SECONDS = 2, LONG_SECONDS = 2, SHORT_SECONDS = 0.5;

static void both(const char *scenario, void (*before)(void))
{
	for (int d = 0; d < DATA; d++) {
		before();
		run(scenario, BF16, (enum data)d, SHORT_SECONDS);
	}
}

static void do_rest()
{
	rest(REST_SECONDS);
}

static void do_heavy()
{
	run(NULL, E4M3, NORMAL, LONG_SECONDS);
}

static void do_sparse()
{
	run(NULL, BF16_SPARSE, NORMAL, 0.1);
	rest(REST_SECONDS);
}

#include "power.h"
#include "series.h"

int main(int argc, char **argv)
{
	open_card();
	if (argc > 1 && strcmp(argv[1], "power") == 0)
		return show_power();
	if (argc > 1 && strcmp(argv[1], "series") == 0)
		return show_series();
	run(NULL, BF16, ZEROS, SHORT_SECONDS);
	puts("scenario,load,data,seconds,sm_clock_hz,flop_rate");
	both("after a rest", do_rest);
	both("after 2 s of e4m3", do_heavy);
	for (double pause = 0.05; pause < 2; pause *= 2) {
		char scenario[64];
		do_heavy();
		rest(pause);
		snprintf(scenario, sizeof scenario, "after 2 s of e4m3 and %.2f s of rest", pause);
		run(scenario, BF16, ZEROS, 0.1);
	}
	do_rest();
	run("long", BF16, NORMAL, 4);
	both("after a sparse load and a rest", do_sparse);
	cudaDeviceReset();
	open_card();
	both("in a new context after a rest", do_rest);
	return 0;
}
