/* sample.cu: a copy and a chain of FMAs as in a benchmark, and their possible faults under macros. sample.audit
 * holds the expectations; run.sh shows that each fault is found. */

struct copy_args {
	const uint4 *in;
	uint4 *out;
	unsigned long long tiles;
	unsigned int zero;
};

struct fma_args {
	float *out;
	float factor;
	unsigned int trips;
};

#ifdef WRONG_OPERATOR
#define LOAD(p) __ldcg(p)
#else
#define LOAD(p) __ldcs(p)
#endif
#ifdef MUCH_UNROLLED
#define TILES _Pragma("unroll 2")
#else
#define TILES _Pragma("unroll 1")
#endif
#ifdef DEPENDENT
#define AFTER(u) (u ? x[u - 1].x & args.zero : 0)
#else
#define AFTER(u) 0
#endif
#ifdef NARROW
#define VECTOR uint2
#else
#define VECTOR uint4
#endif

extern "C" __global__ void sample_copy_v4_u4_cs(struct copy_args args)
{
	const VECTOR *in = (const VECTOR *)args.in;
	VECTOR *out = (VECTOR *)args.out;

	TILES
	for (unsigned long long tile = blockIdx.x; tile < args.tiles; tile += gridDim.x) {
		const unsigned long long first = tile * 4 * blockDim.x + threadIdx.x;
		VECTOR x[4];
#pragma unroll
		for (int u = 0; u < 4; u++)
			x[u] = LOAD(in + first + u * blockDim.x + AFTER(u));
#pragma unroll
		for (int u = 0; u < 4; u++)
			__stcs(out + first + u * blockDim.x, x[u]);
	}
}

extern "C" __global__ void sample_fma_c8_b64(struct fma_args args)
{
	float x[8], sum = 0;

#pragma unroll
	for (int c = 0; c < 8; c++)
		x[c] = (float)(threadIdx.x + c);
#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int step = 0; step < 8; step++) {
#pragma unroll
			for (int c = 0; c < 8; c++)
				x[c] = fmaf(x[c], args.factor, args.factor);
		}
	}
#pragma unroll
	for (int c = 0; c < 8; c++)
		sum += x[c];
#ifdef FOLDED
	/* The result is unused, so the compiler drops the chains. */
	sum = args.factor;
#endif
	args.out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Holds 48 values at once: -maxrregcount=32 makes it spill. */
extern "C" __global__ void sample_wide(struct fma_args args)
{
	float x[48];

#pragma unroll
	for (int c = 0; c < 48; c++)
		x[c] = (float)(threadIdx.x + c);
#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int c = 0; c < 48; c++)
			x[c] = fmaf(x[c], x[(c + 7) % 48], args.factor);
	}
#pragma unroll
	for (int c = 0; c < 48; c++)
		args.out[c * blockDim.x + threadIdx.x] = x[c];
}

#ifdef UNNAMED
extern "C" __global__ void sample_new(struct fma_args args)
{
	args.out[threadIdx.x] = args.factor;
}
#endif
