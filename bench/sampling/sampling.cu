/* Kernels of `sampling`: reads of textures with one to three dimensions, and the same reads with plain loads from a
 * two-dimensional image. The texture object defines the format, the filter and the values outside; for plain loads the
 * kernel does.
 * The texture instructions are inline PTX, which needs no header. */
#include "sampling.h"

static __device__ float4 none(void)
{
	const float4 v = { 0, 0, 0, 0 };

	return v;
}

/* Coordinates of the first read, and distances to the others. */
struct place {
	unsigned long long object;
	float x, y, z, read_x, read_y, group_x, group_y, group_z;
	uint32_t layer, group_layer;

	__device__ place(const struct sampling_args &args, uint32_t tile, const struct sampling_texel &in_tile)
	    : object(args.object)
	{
		const struct sampling_texel at = sampling_first(&args.walk, tile, in_tile);
		const struct sampling_texel &read = args.walk.read, &group = args.walk.group;

		x = (float)at.x * args.scale_x;
		y = (float)at.y * args.scale_y;
		z = (float)at.z * args.scale_z;
		read_x = (float)(read.x * SAMPLING_STEPS) * args.scale_x;
		read_y = (float)(read.y * SAMPLING_STEPS) * args.scale_y;
		group_x = (float)(group.x * SAMPLING_STEPS) * args.scale_x;
		group_y = (float)(group.y * SAMPLING_STEPS) * args.scale_y;
		group_z = (float)(group.z * SAMPLING_STEPS) * args.scale_z;
		layer = (uint32_t)at.z / SAMPLING_STEPS;
		group_layer = (uint32_t)group.z;
	}
	__device__ void go_on()
	{
		x += group_x;
		y += group_y;
		z += group_z;
		layer += group_layer;
	}
};

/* A kind of texture, and the operands of a read at these coordinates, beginning with %5. */
#define TEXTURE_OF(name, dimensions, coordinates, ...)                                                          \
	struct name : place {                                                                                   \
		using place::place;                                                                             \
		__device__ float4 get(int u) const                                                              \
		{                                                                                               \
			float4 v;                                                                               \
			asm volatile("tex." dimensions ".v4.f32.f32 {%0, %1, %2, %3}, [%4, {" coordinates "}];" \
				     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)                               \
				     : "l"(object), __VA_ARGS__);                                               \
			return v;                                                                               \
		}                                                                                               \
	};
#define X "f"(x + u * read_x)
#define Y "f"(y + u * read_y)

TEXTURE_OF(line, "1d", "%5", X)
TEXTURE_OF(plane, "2d", "%5, %6", X, Y)
TEXTURE_OF(volume, "3d", "%5, %6, %7, %7", X, Y, "f"(z))
TEXTURE_OF(lines, "a1d", "%5, %6", "r"(layer), X)
TEXTURE_OF(planes, "a2d", "%5, %6, %7, %7", "r"(layer), X, Y)
#undef X
#undef Y

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* Ways to handle texels outside the image. `in` is set to whether the texel exists; `n` is the number of texels,
 * `one_n` is 1 / n. */
struct unguarded {
	static __device__ int texel(int i, int, float, bool &) { return i; }
};
struct clamp {
	static __device__ int texel(int i, int n, float, bool &) { return min(max(i, 0), n - 1); }
};
struct border {
	static __device__ int texel(int i, int n, float, bool &in)
	{
		in = in && (uint32_t)i < (uint32_t)n;
		return i;
	}
};
struct wrap {
	static __device__ int texel(int i, int n, float one_n, bool &)
	{
		return i - n * __float2int_rd((float)i * one_n);
	}
};
struct mirror {
	static __device__ int texel(int i, int n, float one_n, bool &)
	{
		const int times = __float2int_rd((float)i * one_n), within = i - n * times;

		return times & 1 ? n - 1 - within : within;
	}
};

template <class guard> struct by_hand : place {
	const float *in;
	int width, height;
	float one_width, one_height;

	__device__ by_hand(const struct sampling_args &args, uint32_t tile, const struct sampling_texel &in_tile)
	    : place(args, tile, in_tile), in((const float *)args.in), width(args.width), height(args.height),
	      one_width(args.one_width), one_height(args.one_height)
	{
	}
	__device__ float texel(int i, int j) const
	{
		bool inside = true;
		const int at_x = guard::texel(i, width, one_width, inside),
			  at_y = guard::texel(j, height, one_height, inside);

		return inside ? in[at_y * width + at_x] : 0.0f;
	}
};

template <class guard> struct nearest : by_hand<guard> {
	using by_hand<guard>::by_hand;
	__device__ float4 get(int u) const
	{
		float4 v = none();

		v.x = this->texel(__float2int_rd(this->x + u * this->read_x),
				  __float2int_rd(this->y + u * this->read_y));
		return v;
	}
};

template <class guard> struct bilinear : by_hand<guard> {
	using by_hand<guard>::by_hand;
	__device__ float4 get(int u) const
	{
		const float x = this->x + u * this->read_x - 0.5f, y = this->y + u * this->read_y - 0.5f;
		const float left = floorf(x), above = floorf(y), a = x - left, b = y - above;
		const int i = (int)left, j = (int)above;
		const float top = (1 - a) * this->texel(i, j) + a * this->texel(i + 1, j),
			    bottom = (1 - a) * this->texel(i, j + 1) + a * this->texel(i + 1, j + 1);
		float4 v = none();

		v.x = (1 - b) * top + b * bottom;
		return v;
	}
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

template <int channels> static __device__ void store(float *to, float4 v)
{
	if (channels == 1)
		*to = v.x;
	else
		*(float4 *)to = v;
}

template <int channels> static __device__ float sum(float4 v)
{
	return channels == 1 ? v.x : v.x + v.y + (v.z + v.w);
}

/* Reads one tile of the image after another. Only the verified launch writes its reads; timed launches run the same
 * code. */
template <class path, int channels> static __device__ void sample(const struct sampling_args &args)
{
	const uint32_t thread = blockIdx.x * SAMPLING_BLOCK + threadIdx.x, threads = gridDim.x * SAMPLING_BLOCK;
	const struct sampling_texel in_tile = sampling_in_tile(&args.walk, thread % 32);
	float total = 0;

#pragma unroll 1
	for (uint32_t tile = 0; tile < args.tiles; tile++) {
		path at(args, (thread / 32 + tile) % SAMPLING_TILES, in_tile);
#pragma unroll 1
		for (uint32_t group = 0; group < SAMPLING_GROUPS; group++, at.go_on()) {
			float4 v[SAMPLING_UNROLL];
#pragma unroll
			for (int u = 0; u < SAMPLING_UNROLL; u++)
				v[u] = at.get(u);
			if (args.record) {
#pragma unroll
				for (int u = 0; u < SAMPLING_UNROLL; u++)
					store<channels>(args.out + ((unsigned long long)(group * SAMPLING_UNROLL + u) *
									    threads +
								    thread) *
									   channels,
							v[u]);
			}
#pragma unroll
			for (int u = 0; u < SAMPLING_UNROLL; u++)
				total += sum<channels>(v[u]);
		}
	}
	if (total == args.never)
		args.out[thread] = total;
}

#define KERNEL(name, path, channels)                                                \
	extern "C" __global__ void sampling_##name(const struct sampling_args args) \
	{                                                                           \
		sample<path, channels>(args);                                       \
	}
#define TEXTURE(name)              \
	KERNEL(name##_c1, name, 1) \
	KERNEL(name##_c4, name, 4)
#define BY_HAND(guard)                             \
	KERNEL(nearest_##guard, nearest<guard>, 1) \
	KERNEL(bilinear_##guard, bilinear<guard>, 1)

TEXTURE(line)
TEXTURE(plane)
TEXTURE(volume)
TEXTURE(lines)
TEXTURE(planes)
BY_HAND(unguarded)
BY_HAND(clamp)
BY_HAND(border)
BY_HAND(wrap)
BY_HAND(mirror)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void sampling_check(const struct sampling_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	const uint32_t channels = args.channels, of_read = args.threads * channels;
	unsigned long long compared = 0;
	float worst = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.results;
	     i += step, compared++) {
		const uint32_t read = (uint32_t)(i / of_read), rest = (uint32_t)(i % of_read), thread = rest / channels,
			       tile = thread / 32 % SAMPLING_TILES;
		const float difference = fabsf(
			args.out[i] -
			args.wanted[((tile * SAMPLING_READS + read) * 32 + thread % 32) * channels + rest % channels]);
		if (!(difference <= args.tolerance))
			gb_report_wrong(args.report, i);
		worst = fmaxf(worst, difference);
	}
	atomicMax(args.worst, __float_as_uint(worst));
	gb_report_compared(args.report, compared);
}
