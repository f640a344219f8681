/* Tests of `sampling`: its model of a texture unit against one in floating point, over memory as a texture describes
 * it; some places by hand; its checks, limits and conclusions. */
#include "sampling.h"

#include <math.h>

#include "made.h"
#include "support.h"
#include "verified.h"

enum { A_READ = 1 };

/* ---- a texture unit, as described in the CUDA C++ Programming Guide ("Texture Fetching") ------------------------- */

static float half_of(uint16_t bits)
{
	const int exponent = bits >> 10 & 31;

	return ldexpf((float)(1024 + (bits & 1023)), exponent - 15 - 10);
}

/* One channel of a texel as kernels receive it. */
static double texel_of(const struct gb_texture *t, size_t number)
{
	const unsigned char *at = (const unsigned char *)gb_address(t->at);
	float whole;
	int16_t word;

	switch (t->texel) {
	case GB_TEXEL_F32:
		memcpy(&whole, at + 4 * number, sizeof whole);
		return (double)whole;
	case GB_TEXEL_U8:
		return at[number] / 255.0;
	case GB_TEXEL_S8:
		return (signed char)at[number] / 127.0;
	default:
		memcpy(&word, at + 2 * number, sizeof word);
		return t->texel == GB_TEXEL_F16   ? (double)half_of((uint16_t)word)
		       : t->texel == GB_TEXEL_U16 ? (uint16_t)word / 65535.0
						  : word / 32767.0;
	}
}

/* The texel that is read in place of number i; -1: none. Computed step by step, edge after edge. */
static int addressed(enum gb_texture_address address, int i, int count)
{
	while (i < 0 || i >= count)
		switch (address) {
		case GB_ADDRESS_BORDER:
			return -1;
		case GB_ADDRESS_WRAP:
			i += i < 0 ? count : -count;
			break;
		case GB_ADDRESS_MIRROR:
			i = i < 0 ? -1 - i : 2 * count - 1 - i;
			break;
		default:
			i = i < 0 ? 0 : count - 1;
		}
	return i;
}

static double texel_at(const struct gb_texture *t, int x, int y, int z, unsigned int channel)
{
	const int width = (int)t->width, height = t->height > 0 ? (int)t->height : 1;

	x = addressed(t->address, x, width);
	y = addressed(t->address, y, height);
	if (t->depth > 0)
		z = addressed(t->address, z, (int)t->depth);
	if (x < 0 || y < 0 || z < 0)
		return 0;
	return texel_of(t, ((size_t)(z * height + y) * (size_t)width + (size_t)x) * t->channels + channel);
}

/* Along x, then y, then z: (1 - a) of one texel and a of the next. */
static double linear(const struct gb_texture *t, const double at[3], unsigned int channel)
{
	int from[3];
	double part[3], sum = 0;

	for (int d = 0; d < 3; d++) {
		const double place = at[d] - 0.5;
		const bool filtered = d == 0 || (d == 1 ? t->height > 0 : t->depth > 0);
		from[d] = filtered ? (int)floor(place) : (int)at[d];
		part[d] = filtered ? place - floor(place) : 0;
	}
	for (int corner = 0; corner < 8; corner++) {
		double weight = 1;
		int to[3];
		for (int d = 0; d < 3; d++) {
			const int next = corner >> d & 1;
			to[d] = from[d] + next;
			weight *= next ? part[d] : 1 - part[d];
		}
		if (weight > 0)
			sum += weight * texel_at(t, to[0], to[1], to[2], channel);
	}
	return sum;
}

static float sample(const struct gb_texture *t, double x, double y, double z, unsigned int channel)
{
	const double at[3] = { x * (t->normalised ? (double)t->width : 1),
			       y * (t->normalised && t->height > 0 ? (double)t->height : 1),
			       z * (t->normalised && t->depth > 0 ? (double)t->depth : 1) };

	const double value = t->linear_filter
				     ? linear(t, at, channel)
				     : texel_at(t, (int)floor(at[0]), t->height > 0 ? (int)floor(at[1]) : 0,
						t->depth > 0 || t->layers > 0 ? (int)floor(at[2]) : 0, channel);
	return (float)(value < -1 ? -1 : value);
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* Every thread advances from its start as the kernels do, in coordinates. The first threads read all tiles, and
 * the others read the same again. */
static double read_all(const struct gb_texture *t, unsigned int channels, struct gb_shape shape,
		       const struct sampling_args *a)
{
	const unsigned int threads = shape.grid * shape.block, all = 32 * SAMPLING_TILES;

	for (unsigned int thread = 0; thread < threads && thread < all && a->record; thread++) {
		const struct sampling_texel first =
			sampling_first(&a->walk, thread / 32 % SAMPLING_TILES, sampling_in_tile(&a->walk, thread % 32));
		for (int read = 0; read < SAMPLING_READS; read++) {
			const int u = read % SAMPLING_UNROLL, group = read / SAMPLING_UNROLL;
			const int x = first.x + 16 * (u * a->walk.read.x + group * a->walk.group.x),
				  y = first.y + 16 * (u * a->walk.read.y + group * a->walk.group.y),
				  z = first.z + 16 * (u * a->walk.read.z + group * a->walk.group.z);
			const double layer = t->layers > 0 ? floor(z / 16.0) : (double)z * (double)a->scale_z;
			for (unsigned int channel = 0; channel < channels; channel++)
				a->out[((size_t)read * threads + thread) * channels + channel] =
					sample(t, (double)x * (double)a->scale_x, (double)y * (double)a->scale_y, layer,
					       channel);
		}
	}
	for (size_t i = 0; i < (size_t)SAMPLING_READS * threads * channels && a->record; i++)
		a->out[i] = a->out[i - i / channels % threads / all * all * channels];
	if (fault == A_READ && a->record)
		a->out[threads * SAMPLING_READS * channels - 1] += 1;
	return 0;
}

/* An object of the fake device is the address of its description. */
static double texture(unsigned int channels, struct gb_shape shape, const void *args)
{
	const struct sampling_args *a = args;

	return read_all((const struct gb_texture *)(uintptr_t)a->object, channels, shape, a);
}

static double plain(enum gb_texture_address address, bool filter, struct gb_shape shape, const void *args)
{
	const struct sampling_args *a = args;
	const struct gb_texture image = { .at = (gb_ptr)(uintptr_t)a->in,
					  .channels = 1,
					  .width = (uint64_t)a->width,
					  .height = (uint64_t)a->height,
					  .address = address,
					  .linear_filter = filter };

	return read_all(&image, 1, shape, a);
}

#define KERNEL(name, does)                                          \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return does;                                        \
	}
KERNEL(texture_1, texture(1, shape, args))
KERNEL(texture_4, texture(4, shape, args))
KERNEL(nearest_clamp, plain(GB_ADDRESS_CLAMP, false, shape, args))
KERNEL(nearest_border, plain(GB_ADDRESS_BORDER, false, shape, args))
KERNEL(bilinear_border, plain(GB_ADDRESS_BORDER, true, shape, args))
KERNEL(bilinear_wrap, plain(GB_ADDRESS_WRAP, true, shape, args))
KERNEL(bilinear_mirror, plain(GB_ADDRESS_MIRROR, true, shape, args))

/* The host's expected results of the first lane's first read, and of others, by tile, read and lane. */
static float wanted[SAMPLING_TEXELS * SAMPLING_CHANNEL];

static double check(struct gb_shape shape, const void *args)
{
	const struct sampling_check_args *c = args;
	float worst;

	(void)shape;
	memcpy(&worst, c->worst, sizeof worst); /* so far */
	memcpy(wanted, c->wanted, sizeof(float) * SAMPLING_TEXELS * c->channels);
	for (unsigned long long i = 0; i < c->results; i++, c->report->compared++) {
		const unsigned int of_read = c->threads * c->channels, read = (unsigned int)(i / of_read),
				   thread = (unsigned int)(i % of_read) / c->channels;
		const float want = wanted[((thread / 32 % SAMPLING_TILES * SAMPLING_READS + read) * 32 + thread % 32) *
						  c->channels +
					  (unsigned int)(i % c->channels)];
		const float off = fabsf(c->out[i] - want);
		worst = fmaxf(worst, off);
		if (!(off <= c->tolerance))
			real_wrong(c->report, i);
	}
	memcpy(c->worst, &worst, sizeof worst);
	return 0;
}

static float wanted_at(unsigned int tile, unsigned int read, unsigned int lane)
{
	return wanted[(tile * SAMPLING_READS + read) * 32 + lane];
}

/* ---- a run at a point -------------------------------------------------------------------------------------------- */

static const struct verified points[] = {
	{ "subject=shape,filter=linear,shape=1d,mode=mirror", "sampling_line_c1", texture_1 },
	{ "subject=shape,filter=linear,shape=2d,mode=mirror", "sampling_plane_c1", texture_1 },
	{ "subject=shape,filter=linear,shape=3d,mode=wrap", "sampling_volume_c1", texture_1 },
	{ "subject=shape,filter=point,shape=3d,mode=mirror", "sampling_volume_c1", texture_1 },
	{ "subject=shape,filter=linear,shape=3d,mode=border", "sampling_volume_c1", texture_1 },
	{ "subject=shape,filter=linear,shape=1d_layered,mode=wrap", "sampling_lines_c1", texture_1 },
	{ "subject=shape,filter=point,shape=2d_layered,mode=border", "sampling_planes_c1", texture_1 },
	{ "subject=shape,filter=linear,shape=2d_layered,mode=clamp", "sampling_planes_c1", texture_1 },
	{ "subject=border,filter=linear,path=texture,outside=tiles", "sampling_plane_c1", texture_1 },
	{ "subject=border,filter=point,path=plain,outside=tiles", "sampling_nearest_border", nearest_border },
	{ "subject=hand,filter=point,guard=none", "sampling_nearest_unguarded", nearest_clamp },
	{ "subject=hand,filter=linear,guard=none", "sampling_bilinear_unguarded", bilinear_border },
	{ "subject=hand,filter=linear,guard=wrap", "sampling_bilinear_wrap", bilinear_wrap },
	{ "subject=hand,filter=linear,guard=mirror", "sampling_bilinear_mirror", bilinear_mirror },
	{ "subject=format,filter=linear,format=f16,channels=4,coordinates=texel", "sampling_plane_c4", texture_4 },
	{ "subject=format,filter=linear,format=u8,channels=4,coordinates=normalised", "sampling_plane_c4", texture_4 },
	{ "subject=format,filter=point,format=s8,channels=4,coordinates=texel", "sampling_plane_c4", texture_4 },
	{ "subject=format,filter=point,format=u16,channels=1,coordinates=texel", "sampling_plane_c1", texture_1 },
	{ "subject=format,filter=linear,format=s16,channels=1,coordinates=texel", "sampling_plane_c1", texture_1 },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static const struct verified_helper helpers[] = { { "sampling_check", check } };
static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0],
							.work = 0.25 };

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* 4 SMs, 8 blocks of 256 threads each, 16 tiles of 32 reads. */
static const double reads = 4.0 * 8 * 256 * 16 * 32;

static void reads_and_limits(void **state)
{
	(void)state;
	at("subject=shape,filter=point,shape=2d,mode=wrap");
	assert_same(bench->cost(&run).ops, reads);
	assert_same(bench->cost(&run).bytes, 4 * reads);
	/* Four texture units per SM. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 4 * 1e9);
	assert_same(metric("reads_per_clock"), 1 / (4 * 1.25e9));
	assert_same(metric("largest_error"), -1);
	at("subject=format,filter=linear,format=u16,channels=4,coordinates=texel");
	assert_same(bench->cost(&run).bytes, 8 * reads);
	/* L1 delivers 128 bytes per clock: 32 loads, and eight filters of four. */
	at("subject=hand,filter=point,guard=border");
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 32 * 4 * 1e9);
	at("subject=hand,filter=linear,guard=border");
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 8 * 4 * 1e9);
	assert_non_null(bench->remark(&run));
}

/* Number i of the image: 1 to 256. */
static float number(unsigned int i)
{
	return (float)(1 + (input_bits(i) >> 24));
}

/* Lane 0 reads texel (0, 0) of the plane, lane 8 one beyond the right edge, (72, 0), lane 24 one above, (24, -64). */
static void modes_by_hand(void **state)
{
	static const struct {
		const char *point;
		unsigned int lane_8, lane_24;
	} modes[] = { { "subject=shape,filter=point,shape=2d,mode=clamp", 63, 24 },
		      { "subject=shape,filter=point,shape=2d,mode=wrap", 8, 24 },
		      { "subject=shape,filter=point,shape=2d,mode=mirror", 63 - 8, 63 * 64 + 24 } };

	(void)state;
	fake_kernel("sampling_plane_c1", texture_1);
	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		at(modes[i].point);
		assert_ok(gb_run_verify(&run), error);
		assert_same(wanted_at(0, 0, 0), number(0));
		assert_same(wanted_at(0, 0, 8), number(modes[i].lane_8));
		assert_same(wanted_at(0, 0, 24), number(modes[i].lane_24));
	}
	at("subject=shape,filter=point,shape=2d,mode=border");
	assert_ok(gb_run_verify(&run), error);
	assert_same(wanted_at(0, 0, 8), 0);
	assert_same(wanted_at(0, 0, 24), 0);
	assert_same(wanted_at(3, 31, 22), number(63 * 64 + 32 + 22));
}

/* Lane 2 of a line lies 10/16 of a texel to the right of texel 2. */
static void a_filter_by_hand(void **state)
{
	(void)state;
	fake_kernel("sampling_line_c1", texture_1);
	fake_kernel("sampling_volume_c1", texture_1);
	at("subject=shape,filter=linear,shape=1d,mode=border");
	assert_ok(gb_run_verify(&run), error);
	assert_same(wanted_at(0, 0, 0), number(0));
	assert_same(wanted_at(0, 0, 2), (6 * number(2) + 10 * number(3)) / 16);
	/* Lane 0 of a volume: 0, 2 and 4 sixteenths along x, y and z. */
	at("subject=shape,filter=linear,shape=3d,mode=clamp");
	assert_ok(gb_run_verify(&run), error);
	assert_same(wanted_at(0, 0, 0),
		    (12 * (14 * number(0) + 2 * number(16)) + 4 * (14 * number(256) + 2 * number(256 + 16))) / 256);
	assert_same(metric("largest_error"), 0);
}

/* A verification that fails by a read that is 1 off leaves no error to the next. */
static void an_error_is_that_of_one_launch(void **state)
{
	(void)state;
	fault = A_READ;
	expect_caught(0, "verify: 1 of ");
	fault = 0;
	gb_error_clear(&error);
	assert_ok(gb_run_verify(&run), error);
	assert_same(metric("largest_error"), 0);
}

/* A byte of 255 is 1, one of -128 is -1 as -127 is. */
static void formats_by_hand(void **state)
{
	(void)state;
	fake_kernel("sampling_plane_c1", texture_1);
	at("subject=format,filter=point,format=u8,channels=1,coordinates=texel");
	assert_ok(gb_run_verify(&run), error);
	assert_same(wanted_at(0, 0, 0), (float)((input_bits(0) >> 24) / 255.0));
	at("subject=format,filter=point,format=s16,channels=1,coordinates=texel");
	assert_ok(gb_run_verify(&run), error);
	assert_same(wanted_at(0, 0, 0), (float)((int16_t)(input_bits(0) >> 16) / 32767.0));
	at("subject=format,filter=point,format=s8,channels=1,coordinates=normalised");
	assert_ok(gb_run_verify(&run), error);
	float least = 0;
	for (unsigned int i = 0; i < SAMPLING_TEXELS; i++)
		least = fminf(least, wanted[i]);
	assert_same(least, -1);
}

static void textures_are_opened_once(void **state)
{
	(void)state;
	at("subject=hand,filter=point,guard=none");
	assert_int_equal(fake.textures, 0);
	at("subject=shape,filter=point,shape=2d,mode=border");
	at("subject=shape,filter=point,shape=2d,mode=border");
	assert_int_equal(fake.textures, 1);
	at("subject=shape,filter=linear,shape=2d,mode=border");
	at("subject=border,filter=linear,path=texture,outside=none");
	at("subject=border,filter=linear,path=texture,outside=tiles");
	assert_int_equal(fake.textures, 3);
	fake_fail("texture", 1, false);
	assert_int_equal(point_of("subject=shape,filter=point,shape=3d,mode=border"), GB_FAILED);
	assert_says(error.text, "cudaCreateTextureObject");
	at("subject=shape,filter=point,shape=3d,mode=border");
	assert_int_equal(fake.textures, 4);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static void one_wrong_read_is_caught(void **state)
{
	(void)state;
	expect_all_caught(A_READ, "verify: 1 of ");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void ratios(void **state)
{
	(void)state;
	made_count = 0;
	make_row(bench, "subject=shape,filter=point,shape=2d,mode=wrap", "access_rate", 100);
	make_row(bench, "subject=shape,filter=linear,shape=2d,mode=wrap", "access_rate", 50);
	make_row(bench, "subject=shape,filter=linear,shape=2d,mode=wrap", "reads_per_clock", 4);
	make_row(bench, "subject=shape,filter=linear,shape=3d,mode=wrap", "access_rate", 25); /* nothing next to it */
	make_row(bench, "subject=hand,filter=linear,guard=none", "access_rate", 40);
	make_row(bench, "subject=hand,filter=linear,guard=wrap", "access_rate", 20);
	make_row(bench, "subject=border,filter=point,path=texture,outside=none", "access_rate", 80);
	make_row(bench, "subject=border,filter=point,path=texture,outside=half", "access_rate", 80);
	make_row(bench, "subject=border,filter=point,path=plain,outside=half", "access_rate", 160);
	make_row(bench, "subject=format,filter=point,format=u8,channels=4,coordinates=texel", "access_rate", 60);
	make_row(bench, "subject=format,filter=linear,format=u8,channels=4,coordinates=texel", "access_rate", 30);
	assert_int_equal(conclude(bench, &card.device), 6);
	expect_finding("subject=shape,shape=2d,mode=wrap", "of_point", 0.5);
	assert_same(finding[0].lo, 0.9 * 50 / 110);
	assert_same(finding[0].hi, 1.1 * 50 / 90);
	expect_finding("subject=shape,filter=linear,shape=2d,mode=wrap", "of_plain", 2.5);
	expect_finding("subject=hand,filter=linear,guard=wrap", "of_unguarded", 0.5);
	expect_finding("subject=border,filter=point,path=texture,outside=half", "of_inside", 1);
	expect_finding("subject=border,filter=point,outside=half", "of_plain", 0.5);
	expect_finding("subject=format,format=u8,channels=4,coordinates=texel", "of_point", 0.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IDLE(reads_and_limits),
		IDLE(modes_by_hand),
		IDLE(a_filter_by_hand),
		OPEN(an_error_is_that_of_one_launch),
		IDLE(formats_by_hand),
		IDLE(textures_are_opened_once),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(right_kernels_pass),
		OPEN(one_wrong_read_is_caught),
		T(ratios),
	};
	return run_tests_of("sampling", tests);
}
