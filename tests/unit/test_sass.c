/* Decoding of instructions from their bits, and sums over a trace of execution counts. Each word was made by ptxas
 * 13.0 for the architecture next to it. */
#include "profile/sass.h"

#include "support.h"

struct word {
	const char *name; /* as nvdisasm has it */
	uint64_t low, high;
	enum gb_sass_kind kind;
	enum gb_counter counter;
	double each;
};

/* "HMMA.1688.F32, 7.5": 75; without an architecture in the name: 90. */
static int capability_of(const char *name)
{
	const char *comma = strrchr(name, ',');

	return comma != NULL ? (int)(10 * strtod(comma + 1, NULL) + 0.5) : 90;
}

static void are(const struct word *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct gb_sass_code code =
			gb_sass_decode(capability_of(words[i].name), words[i].low, words[i].high);

		if (code.kind != words[i].kind || code.counter != words[i].counter || code.each < words[i].each ||
		    code.each > words[i].each)
			fail_msg("%s: kind %d, counter %d, %g each", words[i].name, (int)code.kind, (int)code.counter,
				 code.each);
	}
}

#define ARE(words) are(words, sizeof(words) / sizeof(words)[0])

/* Matrix instructions: ones with the multiply-adds of a warp, and ones that are not counted. */
#define MATRIX(name, low, high, format, fma)                                  \
	{                                                                     \
		name, low, high, GB_SASS_WARPS, GB_TENSOR_##format, 2 * (fma) \
	}
#define UNREAD(name, low, high)                       \
	{                                             \
		name, low, high, GB_SASS_MATRIX, 0, 0 \
	}

TEST(arithmetic_of_threads)
{
	static const struct word words[] = {
		{ "FADD, 8.0", 0x0000000304037221, 0x001fcc0000000000, GB_SASS_THREADS, GB_FP32_ADD, 1 },
		{ "FMUL, 9.0", 0x0000000304037220, 0x010fe20000400000, GB_SASS_THREADS, GB_FP32_MUL, 1 },
		{ "FFMA, 9.0", 0x0000000807087223, 0x004fc8000000000b, GB_SASS_THREADS, GB_FP32_FMA, 1 },
		{ "FFMA2, 10.0", 0x0000000604047249, 0x004fc80000000008, GB_SASS_THREADS, GB_FP32_FMA, 2 },
		{ "FADD2, 10.0", 0x000000060406724b, 0x000fe20000000000, GB_SASS_THREADS, GB_FP32_ADD, 2 },
		{ "FMUL2, 10.0", 0x000000040608724a, 0x000fe20000000000, GB_SASS_THREADS, GB_FP32_MUL, 2 },
		{ "DADD, 9.0", 0x0000000006067229, 0x001fcc0000000016, GB_SASS_THREADS, GB_FP64_ADD, 1 },
		{ "DMUL, 9.0", 0x0000000406047228, 0x010fce0000000000, GB_SASS_THREADS, GB_FP64_MUL, 1 },
		{ "DFMA, 9.0", 0x000000040604722b, 0x004fce0000000010, GB_SASS_THREADS, GB_FP64_FMA, 1 },
		{ "HADD2, 8.0", 0x0000000706077230, 0x004fc40000000000, GB_SASS_THREADS, GB_FP16_ADD, 1 },
		{ "HMUL2.BF16_V2, 9.0", 0x0000000706077232, 0x000fc60000200000, GB_SASS_THREADS, GB_FP16_MUL, 1 },
		{ "HFMA2, 8.0", 0x0000000706077231, 0x010fca0000000013, GB_SASS_THREADS, GB_FP16_FMA, 1 },
		{ "HFMA2.MMA.BF16_V2, 9.0", 0x0000000706077235, 0x000fca0000200019, GB_SASS_THREADS, GB_FP16_FMA, 1 },
		{ "HFMA2.BF16_V2 with a constant, 8.0", 0x3f803f8004077831, 0x008fe4000020000d, GB_SASS_THREADS,
		  GB_FP16_FMA, 1 },
	};

	ARE(words);
}

TEST(matrix_instructions)
{
	static const struct word words[] = {
		MATRIX("HMMA.1688.F32, 7.5", 0x00000002020c723c, 0x008f66000000100c, FP16, 16 * 8 * 8),
		MATRIX("HMMA.16816.F16, 8.0", 0x000000040404723c, 0x004fe60000000804, FP16, 16 * 8 * 16),
		MATRIX("HMMA.16816.F32.BF16, 12.0", 0x000000040408723c, 0x010fe60000041808, BF16, 16 * 8 * 16),
		MATRIX("HMMA.1684.F32.TF32, 9.0", 0x000000101004723c, 0x008fe60000085004, TF32, 16 * 8 * 4),
		MATRIX("HMMA.1688.F32.TF32, 8.0", 0x000000040408723c, 0x010fe60000081008, TF32, 16 * 8 * 8),
		UNREAD("HMMA.SP.16832.F32, 8.0", 0x000004040408723c, 0x010fe60000005a08),
		MATRIX("IMMA.8816.S8.S8, 7.5", 0x0000000202027237, 0x004e220000005402, INT8, 8 * 8 * 16),
		MATRIX("IMMA.16816.S8.S8, 9.0", 0x0000000404047237, 0x004fe20000405404, INT8, 16 * 8 * 16),
		MATRIX("IMMA.16832.U8.U8, 12.0", 0x0000000404047237, 0x004fe20000400c04, INT8, 16 * 8 * 32),
		UNREAD("IMMA.8832.S4.S4, 8.0", 0x0000000c0c0c7237, 0x004fe2000038540c),
		UNREAD("IMMA.16864.S4.S4, 8.0", 0x0000000404047237, 0x004fe20000785404),
		UNREAD("IMMA.SP.16864.S8.S8, 9.0", 0x0000040404047237, 0x004fe20000605504),
		UNREAD("BMMA.168256.AND.POPC, 8.0", 0x000000040404723d, 0x004fe20000015404),
		MATRIX("DMMA.884, 8.0", 0x000000040404723f, 0x004e220000000004, FP64, 8 * 8 * 4),
		MATRIX("DMMA.16x8x4, 9.0", 0x000000080808723f, 0x004e220000001008, FP64, 16 * 8 * 4),
		MATRIX("DMMA.16x8x16, 9.0", 0x000000101018723f, 0x004e220000003010, FP64, 16 * 8 * 16),
		UNREAD("OMMA.SF.16864.F32.E2M1.E2M1.E8, 12.0", 0x70000008040c747f, 0x004fde0000083eff),
		UNREAD("UTCHMMA, 10.0", 0x00ff040a080075ea, 0x0),
		MATRIX("QMMA.16832.F32.E4M3.E4M3, 8.9", 0x000000040408727a, 0x010fe60000002c08, FP8, 16 * 8 * 32),
	};

	ARE(words);
}

/* Four warps share the work of one. */
TEST(matrix_instructions_of_warpgroups)
{
	static const struct word words[] = {
		MATRIX("HGMMA.64x8x16.F32", 0x00000000041879f0, 0x000fe6000b800818, FP16, 16 * 8 * 16),
		MATRIX("HGMMA.64x24x16.F16", 0x00400000041879f0, 0x000fe6000b800018, FP16, 16 * 24 * 16),
		MATRIX("HGMMA.64x256x16.F32.BF16", 0x03e00000041879f0, 0x000fe6000b801818, BF16, 16 * 256 * 16),
		MATRIX("HGMMA.64x64x8.F32.TF32", 0x04e00000041879f0, 0x000fe6000b802818, TF32, 16 * 64 * 8),
		UNREAD("HGMMA.SP.64x64x16.F32.TF32", 0x00e03800041879f0, 0x000fe6000b802a18),
		MATRIX("QGMMA.64x192x32.F16.E4M3.E4M3", 0x02e00000041879f3, 0x000fe6000b800018, FP8, 16 * 192 * 32),
		MATRIX("QGMMA.64x256x32.F32.E5M2.E4M3", 0x03e00000041879f3, 0x000fe6000b801818, FP8, 16 * 256 * 32),
		MATRIX("IGMMA.64x8x32.S8.S8", 0x00000000041879f1, 0x000fe6000b841018, INT8, 16 * 8 * 32),
		MATRIX("IGMMA.64x32x32.U8.U8", 0x01200000041879f1, 0x000fe6000b800018, INT8, 16 * 32 * 32),
		MATRIX("IGMMA.64x64x32.S8.S8", 0x01e00000041879f1, 0x000fe6000b841018, INT8, 16 * 64 * 32),
		MATRIX("IGMMA.64x256x32.S8.S8", 0x06600000041879f1, 0x000fe6000b841018, INT8, 16 * 256 * 32),
		UNREAD("IGMMA.SP.64x64x64.S8.S8", 0x02003800041879f1, 0x000fe6000b841218),
		UNREAD("BGMMA.64x64x256.AND.POPC", 0x00a00000041879f2, 0x000fe6000b814018),
	};

	ARE(words);
}

TEST(accesses)
{
	static const struct word words[] = {
		{ "LDG.E.U8, 9.0", 0x0000000402027981, 0x000ea2000c1e1100, GB_SASS_LOAD, 0, 1 },
		{ "LDG.E.U16, 8.0", 0x0000000402027981, 0x000ea8000c1e1500, GB_SASS_LOAD, 0, 2 },
		{ "LDG.E.CONSTANT, 10.0", 0x0000000402027981, 0x002ea8000c1e9900, GB_SASS_LOAD, 0, 4 },
		{ "LDG.E.64, 9.0", 0x0000000402027981, 0x000ea2000c1e1b00, GB_SASS_LOAD, 0, 8 },
		{ "LDG.E.128, 9.0", 0x0000000402027981, 0x000ea2000c1e1d00, GB_SASS_LOAD, 0, 16 },
		{ "LD.E.STRONG.SYS, 9.0", 0x0000000402027980, 0x010ee2000c115900, GB_SASS_LOAD, 0, 4 },
		{ "LDGSTS.E.BYPASS.128, 9.0", 0x0000000003027fae, 0x000fe8000b901c4a, GB_SASS_LOAD, 0, 0 },
		{ "STG.E.U8, 9.0", 0x0000000502007986, 0x0043e8000c10110a, GB_SASS_STORE, 0, 1 },
		{ "STG.E, 8.0", 0x0000000502007986, 0x000fe8000c101904, GB_SASS_STORE, 0, 4 },
		{ "STG.E.128, 10.0", 0x0000000402007986, 0x0045e8000c101d0a, GB_SASS_STORE, 0, 16 },
		{ "ST.E.STRONG.SYS, 8.0", 0x0000000502007985, 0x000fe8000c115906, GB_SASS_STORE, 0, 4 },
		{ "LDL.64, 9.0", 0x0000000001027983, 0x000ea20000100a00, GB_SASS_LOCAL_LOAD, 0, 0 },
		{ "STL.128, 9.0", 0x0000000401007387, 0x0003e40000100c00, GB_SASS_LOCAL_STORE, 0, 0 },
		{ "LDS, 9.0", 0x0000000003027984, 0x000ee20008000800, GB_SASS_SHARED_LOAD, 0, 0 },
		{ "LDSM.16.M88.4, 8.0", 0x000000000204783b, 0x000e680000000200, GB_SASS_SHARED_LOAD, 0, 0 },
		{ "STS.128, 9.0", 0x0000000403007988, 0x000fe40008000c04, GB_SASS_SHARED_STORE, 0, 0 },
		{ "STSM.16.M88, 9.0", 0x0000000003007844, 0x0, GB_SASS_SHARED_STORE, 0, 0 },
		{ "ATOMS.ADD, 8.0", 0x0000001a0a13738c, 0x000fe80000000000, GB_SASS_SHARED_LOAD, 0, 0 },
		{ "RED.E.ADD.F64, 8.0", 0x000010080600798e, 0x008fe8000c10e786, GB_SASS_ATOMIC, 0, 0 },
		{ "REDG.E.ADD.F64, 9.0", 0x0000100c060079a6, 0x0045e8000c10f38a, GB_SASS_ATOMIC, 0, 0 },
		{ "ATOMG.E.ADD.F32, 9.0", 0x00000007080779a3, 0x000ea800081ef3ca, GB_SASS_ATOMIC, 0, 0 },
		{ "ATOMG.E.CAS.64, 9.0", 0x00000004120473a9, 0x000ee200001ee50f, GB_SASS_ATOMIC, 0, 0 },
		{ "ATOM.E.ADD, 9.0", 0x000000150411798a, 0x000ea800081ee1ca, GB_SASS_ATOMIC, 0, 0 },
		{ "UTMALDG.2D, 9.0", 0x00000004080075b4, 0x0, GB_SASS_BULK_LOAD, 0, 0 },
		{ "UTMASTG.2D, 9.0", 0x00000004080073b5, 0x0, GB_SASS_BULK_STORE, 0, 0 },
		{ "UBLKCP.S.G, 9.0", 0x00000004060073ba, 0x0, GB_SASS_BULK_STORE, 0, 0 },
		{ "UBLKRED.G.S.ADD, 9.0", 0x00000004060073bb, 0x0, GB_SASS_BULK_STORE, 0, 0 },
		{ "TEX.LL, 9.0", 0x2000040c0a0d7f60, 0x004fe200099e01ff, GB_SASS_TEXTURE, 0, 0 },
		{ "SULD.D.BA.2D, 9.0", 0x700004000e0f7f99, 0x0, GB_SASS_TEXTURE, 0, 0 },
		{ "LDC.64, 9.0", 0x00008400ff027b82, 0x000e240000000a00, GB_SASS_OTHER, 0, 0 },
		{ "LDGDEPBAR, 9.0", 0x00000000000079af, 0x000e220000000000, GB_SASS_OTHER, 0, 0 },
		{ "BRA, 9.0", 0xfffffffc00fc7947, 0x000fc0000383ffff, GB_SASS_OTHER, 0, 0 },
		{ "IADD, 10.0", 0x0000000706077235, 0x000fca0000200019, GB_SASS_OTHER, 0, 0 },
		{ "VIADD, 9.0", 0x0000000106077836, 0x000fca0000000000, GB_SASS_OTHER, 0, 0 },
		{ "UVIMNMX.S32, 12.0", 0x000000050405724a, 0x004fc6000bfe0100, GB_SASS_OTHER, 0, 0 },
		{ "nothing", 0, 0, GB_SASS_OTHER, 0, 0 },
	};

	ARE(words);
}

/* ---- traces ------------------------------------------------------------------------------------------------------ */

#define HEAD   "gpubench-trace\t1\t7\t1\t0\n"
#define KERNEL "counts_kernel\t0\t90\t64\t1\t1\t256\t1\t1\t17\t_Z5saxpyfPKfPfi\n"
#define LDG    "counts_code\t16\t0000000402027981\t000ea2000c1e1900\t"
#define FFMA   "counts_code\t32\t0000000807087223\t004fc8000000000b\t"
#define STG    "counts_code\t48\t0000000502007986\t000fe8000c101904\t"
#define END    "counts_end\n"

struct read {
	struct gb_sass_kernel last;
	size_t kernels;
	struct gb_sass_said said;
	struct gb_error error;
	int status;
};

static int on_kernel(void *context, const struct gb_sass_kernel *kernel, struct gb_error *why)
{
	struct read *r = context;

	r->last = *kernel;
	r->kernels++;
	return GB_OK;
}

static struct read read_bytes(const char *text, size_t size)
{
	struct read r = { .kernels = 0 };
	FREED_BY(close_stream) FILE *file = fmemopen((void *)(uintptr_t)text, size, "r");

	assert_non_null(file);
	r.status = gb_sass_trace_read(file, "made.trace", on_kernel, &r, &r.said, &r.error);
	return r;
}

static struct read read_text(const char *text)
{
	return read_bytes(text, strlen(text));
}

/* 1024 warps read and write 128 bytes each: 4 sectors of one line, whose other lines are not fetched. */
TEST(a_trace)
{
	struct read r =
		read_text(HEAD KERNEL LDG "1024\t32768\t4096\t1024\t0\t0\t0\n" FFMA "1024\t32000\t0\t0\t0\t0\t0\n" STG
					  "1024\t32768\t4096\t1024\t0\t0\t0\n" END "module\tother\n");
	const double *value = r.last.value;

	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels, 1);
	assert_int_equal(r.said.wrong.count, 0);
	assert_string_equal(r.last.of.name, "_Z5saxpyfPKfPfi");
	assert_string_equal(r.last.of.grid, "(64, 1, 1)");
	assert_int_equal(r.last.of.launch, 17);
	assert_same(value[GB_FP32_FMA], 32000);
	assert_same(value[GB_FP64_FMA], 0);
	assert_same(value[GB_LOAD_SECTORS], 4096);
	assert_same(value[GB_LOAD_REQUESTS], 1024);
	assert_same(value[GB_DRAM_READ_MOST], 4096 * 32);
	assert_same(value[GB_DRAM_WRITE_MOST], 4096 * 32);
	assert_same(value[GB_DRAM_READ_LEAST], 0);
	assert_same(value[GB_DRAM_WRITE_LEAST], 0);
	assert_unknown(value[GB_DRAM_READ]);
	assert_unknown(value[GB_COUNTED_SECONDS]);
	assert_unknown(value[GB_WARPS]);
}

/* Scattered sectors cost a fetch of 64 bytes each; partly written ones are read first. */
TEST(sectors_apart)
{
	struct read r = read_text(HEAD KERNEL LDG "1\t32\t32\t32\t0\t0\t0\n" STG "1\t32\t32\t32\t0\t0\t0\n" END);

	assert_ok(r.status, r.error);
	assert_same(r.last.value[GB_DRAM_READ_MOST], 2 * 32 * 64);
	assert_same(r.last.value[GB_DRAM_WRITE_MOST], 32 * 32);
	assert_same(r.last.value[GB_L2_READ_MOST], 32 * 32);
}

TEST(memories_within_an_SM)
{
	struct read r = read_text(HEAD KERNEL
				  "counts_code\t0\t0000000003027984\t000ee20008000800\t10\t320\t0\t0\t0\t40\t10\n"
				  "counts_code\t16\t0000000403007988\t000fe40008000c04\t10\t320\t0\t0\t0\t20\t20\n"
				  "counts_code\t32\t0000000001027983\t000ea20000100800\t1\t32\t0\t0\t4\t0\t0\n" END);

	assert_ok(r.status, r.error);
	assert_same(r.last.value[GB_SHARED_READ], 40 * 128);
	assert_same(r.last.value[GB_CONFLICTS_READ], 30);
	assert_same(r.last.value[GB_SHARED_WRITE], 20 * 128);
	assert_same(r.last.value[GB_CONFLICTS_WRITE], 0);
	assert_same(r.last.value[GB_LOCAL_READ], 128);
	assert_same(r.last.value[GB_LOCAL_WRITE], 0);
}

/* No instruction shows what the copy engine moved, or what an unknown matrix instruction does. */
TEST(what_nothing_says)
{
	struct read r = read_text(HEAD KERNEL
				  "counts_code\t0\t00000004080075b4\t0\t1\t1\t0\t0\t0\t0\t0\n"
				  "counts_code\t16\t00a00000041879f2\t000fe6000b814018\t4\t128\t0\t0\t0\t0\t0\n" END);

	assert_ok(r.status, r.error);
	assert_true(isinf(r.last.value[GB_DRAM_READ_MOST]));
	assert_same(r.last.value[GB_DRAM_WRITE_MOST], 0);
	assert_same(r.last.value[GB_MATRIX_UNREAD], 4);
	/* An instruction that is never executed shows nothing. */
	r = read_text(HEAD KERNEL "counts_code\t0\t00000004080075b4\t0\t0\t0\t0\t0\t0\t0\t0\n" END);
	assert_same(r.last.value[GB_DRAM_READ_MOST], 0);
	/* Instructions whose machine code was not found. */
	r = read_text(HEAD KERNEL FFMA "1\t7\t0\t0\t0\t0\t0\ncounts_end\t3\n");
	assert_unknown(r.last.value[GB_FP32_FMA]);
	assert_true(r.last.value[GB_MATRIX_UNREAD] > 0);
	/* Machine code of a GPU that is not known here. */
	r = read_text(HEAD "counts_kernel\t0\t200\t64\t1\t1\t256\t1\t1\t2\t17\tk\n" LDG "1\t1\t1\t1\t0\t0\t0\n" END);
	assert_int_equal(r.kernels, 1);
	assert_unknown(r.last.value[GB_LOAD_SECTORS]);
	assert_true(r.last.value[GB_MATRIX_UNREAD] > 0);
}

TEST(a_refusal)
{
	struct read r = read_text(HEAD "refused\tcounts\tCUPTI_ERROR_INSUFFICIENT_PRIVILEGES\n");

	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels, 0);
	assert_string_equal(r.said.refused, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
}

/* A kernel with unreadable lines is left out completely; the next one counts. */
TEST(lines_without_sense)
{
	static const char *const wrong[] = {
		"counts_kernel\t0\n",
		"counts_kernel\t0\t90\t64\t1\t1\t256\t1\t1\tx\tk\n" LDG "1\t1\t1\t1\t0\t0\t0\n" END,
		"counts_kernel\t-1\t90\t64\t1\t1\t256\t1\t1\t0\tk\n",
		KERNEL LDG "1\t1\t1\n" END,
		KERNEL LDG "1\t1\t1\t1\t0\t0\tx\n" END,
		KERNEL LDG "99999999999999999999\t1\t1\t1\t0\t0\t0\n" END,
		KERNEL "counts_code\t16\tzz\t0\t1\t1\t1\t1\t0\t0\t0\n" END,
		KERNEL "counts_code\n" END,
	};
	char text[2048];

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(text, sizeof text, HEAD "%s" KERNEL FFMA "1\t7\t0\t0\t0\t0\t0\n" END, wrong[i]);
		struct read r = read_text(text);
		assert_ok(r.status, r.error);
		assert_int_equal(r.kernels, 1);
		assert_int_equal(r.said.wrong.count, 1);
		assert_same(r.last.value[GB_FP32_FMA], 7);
	}
	struct read torn = read_text(HEAD KERNEL FFMA "1\t7\t0\t0\t0\t0\t0\ncounts_e");
	assert_ok(torn.status, torn.error);
	assert_int_equal(torn.kernels, 0);
	assert_int_equal(torn.said.wrong.count, 1);
	static const char zeros[] = HEAD "counts_code\0\0\0\n" KERNEL FFMA "1\t7\t0\t0\t0\t0\t0\n" END;
	assert_int_equal(read_bytes(zeros, sizeof zeros - 1).kernels, 1);
}

TEST(no_trace)
{
	struct read r = read_text("hello\n");

	assert_int_equal(r.status, GB_FAILED);
	assert_string_equal(r.error.text, "made.trace: is not a trace of gpubench");
	r = read_text("gpubench-trace\t2\n");
	assert_string_equal(r.error.text, "made.trace: is a trace of version 2; this program reads version 1");
}
