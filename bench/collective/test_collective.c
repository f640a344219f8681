/* Tests of the arithmetic and the checks of `collective`, compiled in, with four fake GPUs and a library in C in place
 * of NCCL. */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>

#include "../../tests/unit/node.h"
#include "base/text.h"
#include "support.h"

static void *open_fake(const char *path, int flags);
static void *find_fake(void *handle, const char *name);
static char *why_fake(void);
#define dlopen  open_fake
#define dlsym   find_fake
#define dlerror why_fake
// NOLINTBEGIN(bugprone-suspicious-include)
#include "nccl.c"

#include "collective.c"

#include "small.c"
// NOLINTEND(bugprone-suspicious-include)
#include "opened.h"

const struct gb_variant gb_variants_collective[] = { { .name = "default", .flags = "", .archs = "sm_90" },
						     { .name = NULL } };

enum { GPUS = 4 };

/* ---- the library ------------------------------------------------------------------------------------------------- */

static struct {
	bool absent;
	const char *lacks;
	int join_status, status; /* results of ncclCommInitAll and of every operation */
	bool spoil;              /* the last element of the last rank is wrong */
	int served;              /* ranks that receive something; the others keep their data */
	int joined;
	char asked_for[64]; /* algorithm and protocol at the last joining */
	int rank[GPUS];
	size_t pending;
	struct {
		int op, rank;
		const float *from;
		float *to;
		size_t count;
	} asked[GPUS];
	struct {
		int rank, peer;
		const float *from;
		float *to;
		size_t count;
	} sent[GPUS * GPUS], received[GPUS * GPUS];
	size_t sends, receives;
	char last_error[32];
} nccl;

static int fake_version(int *version)
{
	*version = 22803;
	return 0;
}

static int fake_join(void **communicator, int ranks, const int *device)
{
	if (nccl.join_status != 0)
		return nccl.join_status;
	assert_int_equal(ranks, GPUS);
	for (int r = 0; r < ranks; r++) {
		assert_int_equal(device[r], r);
		nccl.rank[r] = r;
		communicator[r] = &nccl.rank[r];
	}
	nccl.joined += ranks;
	const char *algorithm = getenv("NCCL_ALGO"), *protocol = getenv("NCCL_PROTO");
	snprintf(nccl.asked_for, sizeof nccl.asked_for, "%s %s", algorithm != NULL ? algorithm : "-",
		 protocol != NULL ? protocol : "-");
	return 0;
}

static int fake_leave(void *communicator)
{
	nccl.joined--;
	return 0;
}

static int fake_begin(void)
{
	nccl.pending = nccl.sends = nccl.receives = 0;
	return 0;
}

static int ask(int op, const void *from, void *to, size_t count, void *communicator)
{
	nccl.asked[nccl.pending].op = op;
	nccl.asked[nccl.pending].rank = *(int *)communicator;
	nccl.asked[nccl.pending].from = from;
	nccl.asked[nccl.pending].to = to;
	nccl.asked[nccl.pending++].count = count;
	return nccl.status;
}

static int fake_all_reduce(const void *from, void *to, size_t count, int type, int op, void *communicator, void *stream)
{
	assert_true(type == 7 && op == 0 && stream != NULL);
	return ask(COLLECTIVE_ALL_REDUCE, from, to, count, communicator);
}

static int fake_all_gather(const void *from, void *to, size_t count, int type, void *communicator, void *stream)
{
	assert_true(type == 7 && stream != NULL);
	return ask(COLLECTIVE_ALL_GATHER, from, to, count, communicator);
}

static int fake_reduce_scatter(const void *from, void *to, size_t count, int type, int op, void *communicator,
			       void *stream)
{
	assert_true(type == 7 && op == 0 && stream != NULL);
	return ask(COLLECTIVE_REDUCE_SCATTER, from, to, count, communicator);
}

static int fake_send(const void *from, size_t count, int type, int peer, void *communicator, void *stream)
{
	nccl.sent[nccl.sends].rank = *(int *)communicator;
	nccl.sent[nccl.sends].peer = peer;
	nccl.sent[nccl.sends].from = from;
	nccl.sent[nccl.sends++].count = count;
	return nccl.status;
}

static int fake_receive(void *to, size_t count, int type, int peer, void *communicator, void *stream)
{
	nccl.received[nccl.receives].rank = *(int *)communicator;
	nccl.received[nccl.receives].peer = peer;
	nccl.received[nccl.receives].to = to;
	nccl.received[nccl.receives++].count = count;
	return nccl.status;
}

static float sum_at(size_t i)
{
	float sum = 0;

	for (size_t r = 0; r < nccl.pending; r++)
		sum += nccl.asked[r].from[i];
	return sum;
}

static void serve(size_t r)
{
	const size_t count = nccl.asked[r].count;
	float *to = nccl.asked[r].to;

	for (size_t i = 0; i < count; i++) {
		if (nccl.asked[r].op == COLLECTIVE_ALL_REDUCE)
			to[i] = sum_at(i);
		if (nccl.asked[r].op == COLLECTIVE_REDUCE_SCATTER)
			to[i] = sum_at((size_t)nccl.asked[r].rank * count + i);
		for (size_t other = 0; nccl.asked[r].op == COLLECTIVE_ALL_GATHER && other < GPUS; other++)
			to[other * count + i] = nccl.asked[other].from[i];
	}
	if (nccl.spoil && r + 1 == nccl.pending)
		to[count - 1] += 1;
}

/* Enqueued operations are executed when the group ends. */
static int fake_end(void)
{
	for (size_t r = 0; r < nccl.pending; r++)
		if (nccl.asked[r].rank < nccl.served)
			serve(r);
	for (size_t s = 0; s < nccl.sends; s++)
		for (size_t r = 0; r < nccl.receives; r++)
			if (nccl.sent[s].rank == nccl.received[r].peer && nccl.sent[s].peer == nccl.received[r].rank &&
			    nccl.received[r].rank < nccl.served)
				memcpy(nccl.received[r].to, nccl.sent[s].from, nccl.sent[s].count * sizeof(float));
	if (nccl.spoil && nccl.receives > 0)
		nccl.received[nccl.receives - 1].to[0] += 1;
	return 0;
}

static const char *fake_text(int code)
{
	return code == 1 ? "unhandled cuda error" : "invalid usage";
}

static const char *fake_last(void *communicator)
{
	return "the last words";
}

static void *open_fake(const char *path, int flags)
{
	return nccl.absent ? NULL : &nccl;
}

static char *why_fake(void)
{
	gb_text_copy(nccl.last_error, sizeof nccl.last_error, "libnccl.so.2: not there");
	return nccl.last_error;
}

static void *find_fake(void *handle, const char *name)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} calls[] = {
#define CALL(name, function) { name, (void (*)(void))(function) }
		CALL("ncclGetVersion", fake_version),
		CALL("ncclCommInitAll", fake_join),
		CALL("ncclCommDestroy", fake_leave),
		CALL("ncclGroupStart", fake_begin),
		CALL("ncclGroupEnd", fake_end),
		CALL("ncclAllReduce", fake_all_reduce),
		CALL("ncclAllGather", fake_all_gather),
		CALL("ncclReduceScatter", fake_reduce_scatter),
		CALL("ncclSend", fake_send),
		CALL("ncclRecv", fake_receive),
		CALL("ncclGetErrorString", fake_text),
		CALL("ncclGetLastError", fake_last),
	};
	void *found = NULL;

	if (nccl.lacks != NULL && strcmp(nccl.lacks, name) == 0)
		return NULL;
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (strcmp(calls[i].name, name) == 0)
			memcpy(&found, &calls[i].function, sizeof found);
	return found;
}

/* ---- four GPUs --------------------------------------------------------------------------------------------------- */

static int start(void)
{
	real_reset();
	memset(&nccl, 0, sizeof nccl);
	nccl.served = GPUS;
	bench = &gb_bench_collective;
	fake.free_bytes = 64 << 10;
	if (gb_device_open(&card, &fake_ops, 0, &error) != GB_OK)
		return -1;
	node_join(&card, GPUS);
	return gb_run_open(&run, &card, bench, &gb_variants_collective[0], &error) == GB_OK ? 0 : -1;
}

static int finish(void)
{
	gb_run_close(&run);
	node_leave();
	gb_device_close(&card);
	return fake_reset() && nccl.joined == 0 ? 0 : -1;
}

static const char *const points[] = { "op=all_reduce,bytes=4096", "op=all_gather,bytes=4096",
				      "op=reduce_scatter,bytes=4096", "op=all_to_all,bytes=4096" };

/* This test must be the first, because the library stays open once opened. */
TEST_WITH(a_library_that_is_not_there_is_named, start, finish)
{
	nccl.absent = true;
	skipped(points[0], "NCCL was not found: libnccl.so.2: not there (GPUBENCH_NCCL may name the file)");
}

TEST_WITH(right_ones_pass, start, finish)
{
	for (size_t i = 0; i < 4; i++)
		expect_right(points[i]);
	assert_int_equal(nccl.joined, GPUS); /* joined once */
}

TEST_WITH(wrong_ones_are_caught, start, finish)
{
	for (size_t i = 0; i < 4; i++) {
		at(points[i]);
		nccl.spoil = true;
		expect_check_says("elements are wrong");
		nccl.spoil = false;
	}
}

/* The operation before was correct. */
TEST_WITH(ranks_that_get_nothing_are_caught, start, finish)
{
	for (size_t i = 0; i < 4; i++) {
		at(points[i]);
		assert_ok(gb_run_verify(&run), error);
		for (nccl.served = 0; nccl.served < GPUS; nccl.served++) {
			expect_check_says("elements are wrong, the first at 0");
		}
	}
}

/* As in nccl-tests, with 4 ranks and 4096 bytes: the factor of an all-reduce is 2 x 3 / 4, of all others 3 / 4. A
 * launch has 20 operations. */
TEST_WITH(bandwidths_are_those_of_nccl_tests, start, finish)
{
	const struct gb_result result = { 3e9, 40e-6, 1e9, NULL, NAN };
	struct gb_metric out[GB_METRICS_MAX];

	for (size_t i = 0; i < 4; i++) {
		const double factor = i == 0 ? 1.5 : 0.75;
		EXPECT_AT(points[i], { "bytes", factor * 4096 * 20 }, { "limit", 450e9 });
		assert_int_equal(bench->metrics(&run, &result, out), 3);
		assert_same(out[0].number, 1 / factor);
		assert_same(out[1].number, 2e-6);
		assert_same(out[2].number, GPUS);
	}
}

TEST_WITH(without_the_library_it_is_skipped, start, finish)
{
	nccl.lacks = "ncclRecv";
	skipped(points[0], "libnccl.so.2 has no ncclRecv");
}

TEST_WITH(failures_of_the_library_have_its_words, start, finish)
{
	nccl.join_status = 1;
	assert_fails(point_of(points[0]), "ncclCommInitAll: unhandled cuda error (the last words)");
	nccl.join_status = 0;
	at(points[0]);
	nccl.status = 5;
	assert_fails(bench->launch(&run), "ncclAllReduce: invalid usage");
	at(points[3]);
	assert_fails(bench->launch(&run), "ncclSend: invalid usage");
}

/* ---- small all-reduces ------------------------------------------------------------------------------------------- */

#define SMALL(by) "op=small," by ",clock=device,size=64"

TEST_WITH(small_ones_pass, start, finish)
{
	expect_right(SMALL("by=nccl,algorithm=any,protocol=any"));
	expect_right("op=small,by=read,clock=host,size=8,blocks=1");
	expect_right("op=small,by=push,clock=device,size=512,blocks=4");
	assert_int_equal(bench->timing(&run).parts, 40);
	assert_int_equal(bench->measures(&run), GB_SECONDS);
	assert_same(metric("ranks"), GPUS);
}

/* The user's own settings apply to `any`, and again after each joining. */
TEST_WITH(each_request_has_its_own_communicator, start, finish)
{
	setenv("NCCL_ALGO", "CollnetChain", 1);
	at(SMALL("by=nccl,algorithm=tree,protocol=ll128"));
	assert_string_equal(nccl.asked_for, "Tree LL128");
	at(SMALL("by=nccl,algorithm=any,protocol=simple"));
	assert_string_equal(nccl.asked_for, "CollnetChain Simple");
	at(SMALL("by=nccl,algorithm=tree,protocol=ll128"));
	assert_int_equal(nccl.joined, 2 * GPUS);
	assert_string_equal(getenv("NCCL_ALGO"), "CollnetChain");
	assert_null(getenv("NCCL_PROTO"));
	unsetenv("NCCL_ALGO");
}

TEST_WITH(what_nccl_refuses_is_skipped, start, finish)
{
	nccl.status = 5;
	skipped(SMALL("by=nccl,algorithm=tree,protocol=any"), "ncclAllReduce by Tree and any: invalid usage");
}

static double of_old_data(struct gb_shape shape, const void *args)
{
	const struct collective_small_args *a = args;

	for (uint32_t i = 0; i < a->count; i++) {
		a->to[i] = 0;
		for (uint32_t r = 0; r < a->ranks; r++)
			a->to[i] += collective_element(r, i);
	}
	return 0;
}

TEST_WITH(sums_of_old_data_are_caught, start, finish)
{
	fake_kernel("collective_read", of_old_data);
	at(SMALL("by=read") ",blocks=1");
	expect_check_says("elements are wrong, the first at 0");
}

TEST_WITH(a_size_beyond_the_room_is_skipped, start, finish)
{
	skipped("op=small,by=push,clock=device,size=1024,blocks=1", "the GPUs have room for 512 bytes");
}

TEST_WITH(multicast_stays_off, start, finish)
{
	assert_string_equal(getenv("NCCL_NVLS_ENABLE"), "0");
	setenv("NCCL_NVLS_ENABLE", "1", 1);
	gb_run_close(&run);
	assert_ok(gb_run_open(&run, &card, bench, &gb_variants_collective[0], &error), error);
	at(points[0]);
	assert_string_equal(getenv("NCCL_NVLS_ENABLE"), "1");
}

int main(void)
{
	unsetenv("NCCL_NVLS_ENABLE");
	unsetenv("NCCL_ALGO");
	unsetenv("NCCL_PROTO");
	return end_tests(find_bench("collective") ? run_all_tests() : 1);
}
