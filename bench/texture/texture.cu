/* Kernels of `texture`: the same threads read the same texels along four paths: plain loads, read-only loads
 * (ld.global.nc), a texture in one dimension (tex1Dfetch), and one in two dimensions (tex2D).
 * The texture instructions are inline PTX, which needs no header. They are `volatile`, so that each is executed. */
#include "texture.h"

template <int W> struct texel;
template <> struct texel<1> {
	typedef float type;
};
template <> struct texel<4> {
	typedef float4 type;
};

static __device__ void take(float &to, float4 v)
{
	to = v.x;
}
static __device__ void take(float4 &to, float4 v)
{
	to = v;
}
static __device__ float sum(float v)
{
	return v;
}
static __device__ float sum(float4 v)
{
	return v.x + v.y + (v.z + v.w);
}

/* A path starts at a texel, reads at given distances from it, and advances. */

/* Distances have 32 bits, as for textures. With four addresses of 64 bits and their steps, sm_70 would run out of
 * registers, and its compiler would read one texel after another. */
template <class T> struct plain_base {
	const T *in;
	int at, read, group;

	__device__ plain_base(const struct texture_args &args, uint32_t x, uint32_t y)
	    : in((const T *)args.in), at((int)((y << args.width_bits) + x)),
	      read((args.stride.read_y << args.width_bits) + args.stride.read_x),
	      group((args.stride.group_y << args.width_bits) + args.stride.group_x)
	{
	}
	__device__ void go_on() { at += group; }
};

template <class T> struct plain : plain_base<T> {
	using plain_base<T>::plain_base;
	__device__ void get(int u, T &v) { v = this->in[this->at + u * this->read]; }
};

static __device__ void load(const float *p, float &v)
{
	asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
}
static __device__ void load(const float4 *p, float4 &v)
{
	asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
		     : "l"(p));
}

template <class T> struct readonly : plain_base<T> {
	using plain_base<T>::plain_base;
	__device__ void get(int u, T &v) { load(this->in + (this->at + u * this->read), v); }
};

template <class T> struct line {
	unsigned long long object;
	int at, read, group;

	__device__ line(const struct texture_args &args, uint32_t x, uint32_t y)
	    : object(args.object), at((int)((y << args.width_bits) + x)),
	      read((args.stride.read_y << args.width_bits) + args.stride.read_x),
	      group((args.stride.group_y << args.width_bits) + args.stride.group_x)
	{
	}
	__device__ void get(int u, T &v)
	{
		float4 all;
		asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
			     : "=f"(all.x), "=f"(all.y), "=f"(all.z), "=f"(all.w)
			     : "l"(object), "r"(at + u * read));
		take(v, all);
	}
	__device__ void go_on() { at += group; }
};

template <class T> struct plane {
	unsigned long long object;
	float x, y, read_x, read_y, group_x, group_y;

	__device__ plane(const struct texture_args &args, uint32_t x0, uint32_t y0)
	    : object(args.object), x((float)x0 + args.centre), y((float)y0 + args.centre),
	      read_x((float)args.stride.read_x), read_y((float)args.stride.read_y), group_x((float)args.stride.group_x),
	      group_y((float)args.stride.group_y)
	{
	}
	__device__ void get(int u, T &v)
	{
		float4 all;
		asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
			     : "=f"(all.x), "=f"(all.y), "=f"(all.z), "=f"(all.w)
			     : "l"(object), "f"(x + (float)u * read_x), "f"(y + (float)u * read_y));
		take(v, all);
	}
	__device__ void go_on()
	{
		x += group_x;
		y += group_y;
	}
};

/* out[i] = in[i + shift], with texels numbered row by row. */
template <class path, class T> static __device__ void shift(const struct texture_args &args)
{
	const uint32_t first = blockIdx.x * TEXTURE_UNROLL * blockDim.x + threadIdx.x;
	const uint32_t mask = (1u << args.width_bits) - 1;
	T v[TEXTURE_UNROLL];

#pragma unroll
	for (int u = 0; u < TEXTURE_UNROLL; u++) {
		const uint32_t from = first + u * blockDim.x + args.shift;
		path(args, from & mask, from >> args.width_bits).get(0, v[u]);
	}
#pragma unroll
	for (int u = 0; u < TEXTURE_UNROLL; u++)
		((T *)args.out)[first + u * blockDim.x] = v[u];
}

/* Only the verified launch writes the sums; timed launches run the same code. */
static __device__ void record(const struct texture_args &args, float total)
{
	if (args.record)
		((float *)args.out)[blockIdx.x * TEXTURE_BLOCK + threadIdx.x] = total;
}

/* Reads random texels of the window. */
template <class path, class T> static __device__ void any(const struct texture_args &args)
{
	const uint32_t threads = gridDim.x * TEXTURE_BLOCK;
	uint32_t number = blockIdx.x * TEXTURE_BLOCK + threadIdx.x;
	float total = 0;

#pragma unroll 1
	for (uint32_t group = 0; group < args.tiles * TEXTURE_GROUPS; group++) {
		T v[TEXTURE_UNROLL];
#pragma unroll
		for (int u = 0; u < TEXTURE_UNROLL; u++, number += threads) {
			const struct texture_place at = texture_random(args.window_bits, number);
			path(args, at.x, at.y).get(0, v[u]);
		}
#pragma unroll
		for (int u = 0; u < TEXTURE_UNROLL; u++)
			total += sum(v[u]);
	}
	record(args, total);
}

/* Reads the window tile by tile, each tile in the order of the pattern. */
template <class path, class T> static __device__ void walk(const struct texture_args &args)
{
	const uint32_t warps = gridDim.x * (TEXTURE_BLOCK / 32), lane = threadIdx.x % 32;
	const uint32_t across = args.window_bits - 5, mask = (1u << across) - 1;
	uint32_t tile = blockIdx.x * (TEXTURE_BLOCK / 32) + threadIdx.x / 32;
	float total = 0;

#pragma unroll 1
	for (uint32_t done = 0; done < args.tiles; done++, tile += warps) {
		path at(args, (tile & mask) * TEXTURE_TILE + (lane & args.stride.lane_mask),
			(tile >> across & mask) * TEXTURE_TILE + (lane >> args.stride.lane_shift));
#pragma unroll 1
		for (int group = 0; group < TEXTURE_GROUPS; group++, at.go_on()) {
			T v[TEXTURE_UNROLL];
#pragma unroll
			for (int u = 0; u < TEXTURE_UNROLL; u++)
				at.get(u, v[u]);
#pragma unroll
			for (int u = 0; u < TEXTURE_UNROLL; u++)
				total += sum(v[u]);
		}
	}
	record(args, total);
}

#define KERNEL(pattern, path, W)                                                               \
	extern "C" __global__ void texture_##pattern##_##path##_w##W(struct texture_args args) \
	{                                                                                      \
		typedef texel<W>::type T;                                                      \
		pattern<path<T>, T>(args);                                                     \
	}
#define PATTERNS(path, W)      \
	KERNEL(shift, path, W) \
	KERNEL(any, path, W)   \
	KERNEL(walk, path, W)
#define WIDTHS(path)      \
	PATTERNS(path, 1) \
	PATTERNS(path, 4)

WIDTHS(plain)
WIDTHS(readonly)
WIDTHS(line)
WIDTHS(plane)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void texture_fill(struct texture_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.floats;
	     i += step)
		((float *)args.at)[i] = (float)texture_number(i);
}

/* Four times the value that a read of texel (x, y) returns for one of its floats, recomputed in integers. Coordinates
 * beyond the right edge of the image are clamped; below its last row are the extra rows. */
static __device__ uint32_t read_4(const struct texture_check_args &args, uint32_t x, uint32_t y, uint32_t word)
{
	const uint32_t last = (1u << args.of.width_bits) - 1, right = min(x + 1, last);
	const unsigned long long above = (unsigned long long)y << args.of.width_bits,
				 below = (unsigned long long)(y + 1) << args.of.width_bits;

	if (!args.filtered)
		return 4 * texture_number((above + x) * args.words + word);
	return texture_number((above + x) * args.words + word) + texture_number((above + right) * args.words + word) +
	       texture_number((below + x) * args.words + word) + texture_number((below + right) * args.words + word);
}

/* Four times the expected result i. */
static __device__ uint32_t expected_4(const struct texture_check_args &args, unsigned long long i,
				      unsigned long long threads)
{
	const struct texture_args &of = args.of;
	uint32_t total = 0;

	if (of.pattern == TEXTURE_SHIFT) {
		const uint32_t from = (uint32_t)(i / args.words) + of.shift;
		return read_4(args, from & ((1u << of.width_bits) - 1), from >> of.width_bits,
			      (uint32_t)(i % args.words));
	}
	for (uint32_t access = 0; access < of.tiles * TEXTURE_TILE; access++) {
		const struct texture_place at =
			of.pattern == TEXTURE_RANDOM
				? texture_random(of.window_bits, (uint32_t)(access * threads + i))
				: texture_walk(of.window_bits, of.pattern,
					       (uint32_t)(access / TEXTURE_TILE * (threads / 32) + i / 32), i % 32,
					       access % TEXTURE_TILE);
		for (uint32_t word = 0; word < args.words; word++)
			total += read_4(args, at.x, at.y, word);
	}
	return total;
}

/* Compares every result with the value recomputed from the image's data. All values are exact in a float. */
extern "C" __global__ void texture_check(struct texture_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.results;
	     i += step, compared++) {
		const float want = (float)expected_4(args, i, args.results) / 4;
		if (!(((const float *)args.of.out)[i] == want))
			gb_report_wrong(args.report, i);
	}
	gb_report_compared(args.report, compared);
}
