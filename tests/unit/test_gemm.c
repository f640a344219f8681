/* `gemm` on the fake device, with a library in C in place of cuBLAS: its way to the library, its checks, its arithmetic. */
#include <dlfcn.h>

#include "real.h"
#include "support.h"

/* The plug-in is compiled in, so that it opens our library. */
static void *open_fake(const char *path, int flags);
static void *find_fake(void *handle, const char *name);
#define dlopen open_fake
#define dlsym  find_fake
// NOLINTBEGIN(bugprone-suspicious-include)
#include "../../bench/gemm/conclude.c"
#include "../../bench/gemm/cublas.c"
#include "../../bench/gemm/gemm.c"
#include "../../bench/gemm/launch.c"
#include "../../bench/gemm/point.c"
#include "../../bench/gemm/verify.c"
// NOLINTEND(bugprone-suspicious-include)

const struct gb_variant gb_variants_gemm[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

/* ---- the library ----------------------------------------------------------------------------------------------------- */

static struct {
	bool absent;         /* there is none */
	const char *lacks;   /* this call is not in it */
	int create_status;   /* of cublasCreate */
	int choose_status;   /* of the heuristic */
	int multiply_status; /* of products */
	int algorithms;
	bool idle;  /* computes nothing */
	bool spoil; /* the last element */
	int depth;  /* of k that is left out */
	int handles, objects, products;
	char tried[1024];
} library;

struct object {
	int type, transposed;
};

static int make(void **out, int type)
{
	struct object *object = calloc(1, sizeof *object);

	assert_non_null(object);
	object->type = type;
	library.objects++;
	*out = object;
	return BLAS_SUCCESS;
}

static int drop(void *object)
{
	library.objects--;
	free(object);
	return BLAS_SUCCESS;
}

static int create(void **handle)
{
	library.handles += library.create_status == BLAS_SUCCESS;
	*handle = &library;
	return library.create_status;
}

static int destroy(void *handle)
{
	assert_ptr_equal(handle, &library);
	library.handles--;
	return BLAS_SUCCESS;
}

static int set_stream(void *handle, void *stream)
{
	(void)handle;
	(void)stream;
	return BLAS_SUCCESS;
}

/* C = A' B by columns, unless it was done already: results are poisoned before those that count. */
static void multiply(enum format format, unsigned int out_element, int n, const void *a, const void *b, void *c)
{
	const size_t size = (size_t)n * (size_t)n;
	double *x = malloc(2 * size * sizeof *x), *y = x + size;
	unsigned char poison[4];

	library.products++;
	assert_non_null(x);
	memset(poison, 0xff, sizeof poison);
	if (library.idle || memcmp(c, poison, 2) != 0) {
		free(x);
		return;
	}
	for (size_t i = 0; i < size; i++) {
		x[i] = format_decode(format, format_get(format, a, i));
		y[i] = format_decode(format, format_get(format, b, i));
	}
	for (size_t i = 0; i < size; i++) {
		double sum = library.spoil && i == size - 1 ? 1e4 : 0;
		for (int k = 0; k < n - library.depth; k++)
			sum += x[i % (size_t)n * (size_t)n + (size_t)k] * y[i / (size_t)n * (size_t)n + (size_t)k];
		const int32_t whole = (int32_t)sum;
		if (out_element == GEMM_INT32)
			memcpy((char *)c + 4 * i, &whole, sizeof whole);
		else
			format_put(out_element == GEMM_FP16   ? FORMAT_FP16
				   : out_element == GEMM_BF16 ? FORMAT_BF16
				   : out_element == GEMM_FP64 ? FORMAT_FP64
							      : FORMAT_FP32,
				   c, i,
				   format_encode(out_element == GEMM_FP16   ? FORMAT_FP16
						 : out_element == GEMM_BF16 ? FORMAT_BF16
						 : out_element == GEMM_FP64 ? FORMAT_FP64
									    : FORMAT_FP32,
						 sum));
	}
	free(x);
}

static int sgemm(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *a, int lda,
		 const float *b, int ldb, const float *beta, float *c, int ldc)
{
	(void)handle;
	assert_true(at == BLAS_OP_T && bt == BLAS_OP_N && m == n && k == n && lda == n && ldb == n && ldc == n);
	assert_true(*alpha == 1 && *beta == 0);
	multiply(FORMAT_FP32, GEMM_FP32, n, a, b, c);
	return library.multiply_status;
}

static int sgemm_batched(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *const *a,
			 int lda, const float *const *b, int ldb, const float *beta, float *const *c, int ldc,
			 int count)
{
	for (int i = 0; i < count; i++)
		sgemm(handle, at, bt, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
	return library.multiply_status;
}

static size_t version(void)
{
	return 130100;
}

static int product(void **out, int compute, int scale)
{
	(void)scale;
	return make(out, compute);
}

static int product_set(void *object, int which, const void *value, size_t size)
{
	struct object *o = object;

	if (which == BLAS_TRANSPOSE_A) {
		assert_int_equal(size, sizeof o->transposed);
		memcpy(&o->transposed, value, size);
	}
	return BLAS_SUCCESS;
}

static int layout(void **out, int type, uint64_t rows, uint64_t columns, int64_t ld)
{
	assert_true(rows == columns && (int64_t)rows == ld);
	return make(out, type);
}

static int wish(void **out)
{
	return make(out, 0);
}

static int wish_set(void *object, int which, const void *value, size_t size)
{
	(void)object;
	assert_non_null(value);
	assert_true(which == BLAS_MOST_WORKSPACE && size == sizeof(size_t));
	return BLAS_SUCCESS;
}

static int heuristic(void *handle, void *p, void *a, void *b, void *c, void *d, void *w, int most,
		     struct blas_heuristic *out, int *count)
{
	(void)handle;
	assert_true(p != NULL && a != NULL && b != NULL && c != NULL && d != NULL && w != NULL);
	assert_true(library.algorithms <= most);
	memset(out, 0, (size_t)library.algorithms * sizeof *out);
	for (int i = 0; i < library.algorithms; i++)
		out[i].algorithm.data[0] = (uint64_t)i;
	*count = library.algorithms;
	return library.choose_status;
}

static int matmul(void *handle, void *p, const void *alpha, const void *a, void *at, const void *b, void *bt,
		  const void *beta, const void *c, void *ct, void *d, void *dt, const struct blas_algorithm *algorithm,
		  void *workspace, size_t bytes, void *stream)
{
	const struct object *in = at, *out = dt, *what = p;

	(void)handle;
	(void)alpha;
	(void)beta;
	(void)stream;
	assert_true(at == bt && ct == dt && c == d && what->transposed == BLAS_OP_T);
	assert_true(workspace != NULL && bytes > 0 && algorithm->data[0] < ALGORITHMS);
	for (int i = 0; i < TYPES; i++) {
		const struct gemm_kind *kind = &gemm_kinds[i];
		if (kind->in == in->type && kind->compute == what->type) {
			assert_int_equal(kind->out, out->type);
			multiply(kind->format, kind->out_element, 128, a, b, d);
			return library.multiply_status;
		}
	}
	fail_msg("no such product");
	return 1;
}

static void *open_fake(const char *path, int flags)
{
	(void)flags;
	snprintf(library.tried + strlen(library.tried), sizeof library.tried - strlen(library.tried), "%s ", path);
	if (library.absent)
		return NULL;
	return &library;
}

static void *find_fake(void *handle, const char *name)
{
	typedef void any(void);
	static const struct {
		const char *name;
		any *call;
	} calls[] = {
		{ "cublasCreate_v2", (any *)create },
		{ "cublasDestroy_v2", (any *)destroy },
		{ "cublasSetStream_v2", (any *)set_stream },
		{ "cublasSgemm_v2", (any *)sgemm },
		{ "cublasSgemmBatched", (any *)sgemm_batched },
		{ "cublasLtCreate", (any *)create },
		{ "cublasLtDestroy", (any *)destroy },
		{ "cublasLtGetVersion", (any *)version },
		{ "cublasLtMatmulDescCreate", (any *)product },
		{ "cublasLtMatmulDescDestroy", (any *)drop },
		{ "cublasLtMatmulDescSetAttribute", (any *)product_set },
		{ "cublasLtMatrixLayoutCreate", (any *)layout },
		{ "cublasLtMatrixLayoutDestroy", (any *)drop },
		{ "cublasLtMatmulPreferenceCreate", (any *)wish },
		{ "cublasLtMatmulPreferenceDestroy", (any *)drop },
		{ "cublasLtMatmulPreferenceSetAttribute", (any *)wish_set },
		{ "cublasLtMatmulAlgoGetHeuristic", (any *)heuristic },
		{ "cublasLtMatmul", (any *)matmul },
	};
	void *found = NULL;

	assert_ptr_equal(handle, &library);
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (strcmp(calls[i].name, name) == 0 && (library.lacks == NULL || strcmp(library.lacks, name) != 0))
			memcpy(&found, &calls[i].call, sizeof found);
	return found;
}

/* ---- kernels in C ---------------------------------------------------------------------------------------------------- */

static double do_fill(struct gb_shape shape, const void *arguments)
{
	const struct gemm_fill_args *args = arguments;

	(void)shape;
	for (uint64_t i = 0; i < args->elements; i++)
		memcpy((char *)args->to + i * args->bytes,
		       (const char *)args->table + (uint64_t)gemm_place(args->first + i) * args->bytes, args->bytes);
	return 0;
}

static double element(const void *m, unsigned int format, uint64_t i)
{
	switch (format) {
	case GEMM_E4M3:
		return format_decode(FORMAT_E4M3, format_get(FORMAT_E4M3, m, i));
	case GEMM_INT8:
		return format_decode(FORMAT_INT8, format_get(FORMAT_INT8, m, i));
	case GEMM_FP16:
	case GEMM_BF16:
		return result_of(format, (const char *)m + 2 * i);
	case GEMM_FP64:
		return result_of(format, (const char *)m + 8 * i);
	default:
		return result_of(format, (const char *)m + 4 * i);
	}
}

static double do_fold(struct gb_shape shape, const void *arguments)
{
	const struct gemm_fold_args *args = arguments;
	const unsigned int across = (args->n + shape.block - 1) / shape.block;

	assert_true(shape.grid / across * GEMM_FOLD_COLUMNS >= args->n);
	for (unsigned int j = 0; j < args->n; j++)
		for (unsigned int i = 0; i < args->n; i++) {
			const double value = element(args->m, args->element, i + (uint64_t)j * args->n);
			args->out[i] += gemm_sign(j) * value;
			if (args->squares != NULL)
				args->squares[i] += value * value;
		}
	return 0;
}

static double do_compare(struct gb_shape shape, const void *arguments)
{
	const struct gemm_compare_args *args = arguments;

	assert_true(shape.grid * shape.block / 32 >= args->n);
	for (unsigned int i = 0; i < args->n; i++) {
		double sum = 0;
		for (unsigned int k = 0; k < args->n; k++)
			sum += element(args->a, args->element, k + (uint64_t)i * args->n) * args->b[k];
		args->report[GEMM_COMPARED]++;
		if (fabs(sum - args->d[i]) <= args->part * sqrt(args->squares[i]))
			continue;
		args->report[GEMM_WRONG]++;
		if (i < args->report[GEMM_FIRST])
			args->report[GEMM_FIRST] = i;
	}
	return 0;
}

/* ---- points ------------------------------------------------------------------------------------------------------------ */

static const struct gb_bench *const bench = &gb_bench_gemm;
static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

static const char *const points[] = {
	"type=fp16,n=128,data=normal,algo=0", "type=bf16,n=128,data=normal,algo=1",
	"type=tf32,n=128,data=normal,algo=0", "type=e4m3,n=128,data=normal,algo=0",
	"type=int8,n=128,data=normal,algo=0", "type=fp64,n=128,data=normal,algo=0",
	"type=bf16,n=128,data=zeros,algo=0",  "type=fp32,n32=128,way=single",
	"type=fp32,n32=128,way=calls",        "type=fp32,n32=128,way=streams",
	"type=fp32,n32=128,way=batched",
};
enum { POINTS = sizeof points / sizeof points[0] };

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.sms = 2;
	fake_kernel("gemm_fill", do_fill);
	fake_kernel("gemm_fold", do_fold);
	fake_kernel("gemm_compare", do_compare);
	memset(&library, 0, sizeof library);
	library.algorithms = 2;
	gb_error_clear(&error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	gb_run_close(&run);
	gb_card_close(&card);
	/* All that was asked of the library was given back. */
	return library.handles == 0 && library.objects == 0 && fake_reset() ? 0 : -1;
}

static int choose(const char *text)
{
	const struct gb_point point = real_point(bench, text);

	return gb_run_point(&run, &point);
}

static void right_products_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		assert_ok(choose(points[i]), error);
		if (gb_run_verify(&run) != GB_OK)
			fail_msg("%s: %s", points[i], error.text);
	}
}

static void expect_caught(bool zeros_too)
{
	for (size_t i = 0; i < POINTS; i++) {
		if (!zeros_too && strstr(points[i], "zeros") != NULL)
			continue;
		assert_ok(choose(points[i]), error);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", points[i]);
		assert_says(error.text, "rows are wrong");
		gb_error_clear(&error);
	}
}

static void no_product_is_caught(void **state)
{
	(void)state;
	library.idle = true;
	expect_caught(true);
}

static void one_wrong_element_is_caught(void **state)
{
	(void)state;
	library.spoil = true;
	expect_caught(true);
}

/* Four of 128 steps of k are left out. */
static void a_product_cut_short_is_caught(void **state)
{
	(void)state;
	library.depth = 4;
	expect_caught(false);
}

/* The host looks at elements itself: a check that finds all rows right does not hide them. */
static double all_right(struct gb_shape shape, const void *arguments)
{
	const struct gemm_compare_args *args = arguments;

	(void)shape;
	args->report[GEMM_COMPARED] += args->n;
	return 0;
}

static void the_host_looks_too(void **state)
{
	(void)state;
	gb_run_close(&run);
	fake_kernel("gemm_compare", all_right);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	library.depth = 100;
	assert_ok(choose(points[0]), error);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "of product 0 is");
}

/* ---- the library is not as it should be ---------------------------------------------------------------------------------- */

static void no_library_is_skipped(void **state)
{
	(void)state;
	library.absent = true;
	assert_int_equal(choose(points[0]), GB_SKIPPED);
	assert_says(error.text, "no cuBLAS: libcublasLt not found");
	assert_says(error.text, ".so.13, .12, .11");
	assert_says(library.tried, "libcublasLt.so.13 ");
	assert_says(library.tried, "/usr/local/cuda/lib64/libcublasLt.so.11 ");
	assert_int_equal(choose(points[7]), GB_SKIPPED);
}

static void a_library_without_a_call_is_skipped(void **state)
{
	(void)state;
	library.lacks = "cublasLtMatmulAlgoGetHeuristic";
	assert_int_equal(choose(points[0]), GB_SKIPPED);
	assert_says(error.text, "cublasLtMatmulAlgoGetHeuristic not found");
}

static void a_library_that_does_not_start(void **state)
{
	(void)state;
	library.create_status = BLAS_NOT_INITIALIZED;
	assert_int_equal(choose(points[0]), GB_SKIPPED);
	assert_says(error.text, "cuBLAS 130100 does not start here");
	gb_error_clear(&error);
	library.create_status = 3;
	assert_int_equal(choose(points[0]), GB_FAILED);
	assert_says(error.text, "cublasCreate: status 3");
}

static void what_it_does_not_offer_is_skipped(void **state)
{
	(void)state;
	assert_int_equal(choose("type=fp16,n=128,data=normal,algo=2"), GB_SKIPPED);
	assert_says(error.text, "cuBLASLt offers 2 algorithms");
	gb_error_clear(&error);
	library.choose_status = BLAS_NOT_SUPPORTED;
	assert_int_equal(choose(points[3]), GB_SKIPPED);
	assert_says(error.text, "no product of this format");
	gb_error_clear(&error);
	library.choose_status = 7;
	assert_int_equal(choose(points[3]), GB_FAILED);
	assert_says(error.text, "cublasLtMatmulAlgoGetHeuristic: status 7");
}

static void a_product_that_fails_fails(void **state)
{
	(void)state;
	library.multiply_status = 14;
	for (size_t i = 0; i < POINTS; i++) {
		assert_ok(choose(points[i]), error);
		assert_int_equal(bench->launch(&run), GB_FAILED);
		assert_says(error.text, "status 14");
		gb_error_clear(&error);
	}
}

static void matrices_that_do_not_fit_are_skipped(void **state)
{
	(void)state;
	assert_int_equal(choose("type=fp64,n=4096,data=normal,algo=0"), GB_SKIPPED);
	assert_says(error.text, "the matrices take 403 MB");
}

/* ---- by hand --------------------------------------------------------------------------------------------------------------- */

static void expect(const char *point, double ops, double limit, enum gb_quantity quantity)
{
	assert_ok(choose(point), error);
	assert_same(bench->cost(&run).ops, ops);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
	assert_int_equal(bench->measures(&run), quantity);
}

static void arithmetic_by_hand(void **state)
{
	const double product_128 = 2.0 * 128 * 128 * 128, product_512 = 64 * product_128;

	(void)state;
	/* 8 ms at 4096 a clock on 2 SMs of 1.5 GHz are more than 100 products, of 512 ... */
	expect("type=fp16,n=128,data=normal,algo=0", 100 * product_128, 2e9 * 4096, GB_FLOPS);
	/* ... and in FP64 8e-3 x 256 x 2 x 1.5e9 / 268435456 = 22.9 and one. */
	expect("type=fp64,n=512,data=normal,algo=0", 23 * product_512, 2e9 * 256, GB_FLOPS);
	expect("type=int8,n=128,data=zeros,algo=0", 100 * product_128, 2e9 * 8192, GB_OPS);
	expect("type=fp32,n32=512,way=single", product_512, 2e9 * 256, GB_FLOPS);
	expect("type=fp32,n32=128,way=streams", 10 * product_128, 2e9 * 256, GB_FLOPS);
}

static void each_way_makes_its_calls(void **state)
{
	static const struct {
		const char *way;
		unsigned int forks;
		int products;
	} ways[] = { { "single", 0, 1 }, { "calls", 0, 10 }, { "streams", 1, 10 }, { "batched", 0, 10 } };

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		char text[64];
		snprintf(text, sizeof text, "type=fp32,n32=128,way=%s", ways[i].way);
		assert_ok(choose(text), error);
		const unsigned int forks = fake_calls("fork"), joins = fake_calls("join");
		library.products = 0;
		assert_ok(bench->launch(&run), error);
		assert_int_equal(fake_calls("fork") - forks, ways[i].forks);
		assert_int_equal(fake_calls("join") - joins, ways[i].forks);
		assert_int_equal(library.products, ways[i].products);
	}
}

static void operations_a_clock(void **state)
{
	const struct gb_result result = { .value = 6e12, .seconds = 1, .sm_hz = 1.5e9 }, unknown = { .value = 6e12 };
	struct gb_metric metric[GB_METRICS_MAX];

	(void)state;
	assert_ok(choose(points[4]), error);
	assert_int_equal(bench->metrics(&run, &result, metric), 1);
	assert_string_equal(metric[0].unit, "OP/clk/SM");
	assert_same(metric[0].number * result.value, 2000);
	assert_same(metric[0].limit, 8192);
	assert_int_equal(bench->metrics(&run, &unknown, metric), 0);
}

static void the_best_and_the_ways(void **state)
{
	static const struct {
		const char *point, *metric;
		double value;
	} given[] = {
		{ "type=bf16,n=4096,data=normal", "flop_rate", 600 },
		{ "type=bf16,n=8192,data=normal", "flop_rate", 650 },
		{ "type=bf16,n=8192,data=normal", "ops_per_clock", 3900 },
		{ "type=bf16,n=8192,data=zeros", "flop_rate", 800 },
		{ "type=int8,n=4096,data=normal", "op_rate", 1300 },
		{ "type=fp32,n32=512,way=single", "flop_rate", 20 },
		{ "type=fp32,n32=512,way=batched", "flop_rate", 35 },
		{ "type=fp32,n32=2048,way=streams", "flop_rate", 50 },
	};
	enum { ROWS = sizeof given / sizeof given[0] };
	static struct gb_finding found[GB_FINDINGS_MAX];
	unsigned char has[ROWS][GB_AXES_MAX];
	struct gb_point point[ROWS];
	struct gb_row rows[ROWS];

	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		point[i] = real_point(bench, given[i].point);
		for (size_t a = 0; a < GB_AXES_MAX; a++)
			has[i][a] = point[i].has[a];
		rows[i] = (struct gb_row){ .bench = bench,
					   .variant = "default",
					   .metric = given[i].metric,
					   .value_of = point[i].value,
					   .has = has[i],
					   .value = given[i].value,
					   .lo = 0.9 * given[i].value,
					   .hi = 1.1 * given[i].value,
					   .limit = NAN,
					   .sm_hz = 1.5e9 };
	}
	assert_int_equal(bench->conclude(NULL, rows, ROWS, found), 4);
	assert_string_equal(found[0].roof, "gemm.bf16");
	assert_string_equal(found[0].point, "type=bf16,n=8192");
	assert_same(found[0].value, 650);
	assert_ptr_equal(found[0].from, &rows[1]);
	assert_true(found[0].limit == 0); /* not known */
	assert_string_equal(found[1].roof, "gemm.int8");
	assert_string_equal(found[1].unit, "OP/s");
	assert_string_equal(found[2].roof, "gemm.fp32");
	assert_string_equal(found[2].point, "type=fp32,n32=2048");
	assert_string_equal(found[3].metric, "batched_over_single");
	assert_same(found[3].value, 35.0 / 20);
	assert_same(found[3].lo, 0.9 * 35 / (1.1 * 20));
	assert_same(found[3].x, 512);
}

#define C(name) cmocka_unit_test_setup_teardown(name, reset, finish)

int main(void)
{
	RUN(C(right_products_pass), C(no_product_is_caught), C(one_wrong_element_is_caught),
	    C(a_product_cut_short_is_caught), C(the_host_looks_too), C(no_library_is_skipped),
	    C(a_library_without_a_call_is_skipped), C(a_library_that_does_not_start),
	    C(what_it_does_not_offer_is_skipped), C(a_product_that_fails_fails),
	    C(matrices_that_do_not_fit_are_skipped), C(arithmetic_by_hand), C(each_way_makes_its_calls),
	    C(operations_a_clock), C(the_best_and_the_ways));
}
