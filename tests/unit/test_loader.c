#include "plan/loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <libgen.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "base/text.h"
#include "bench.h"
#include "plan/description.h"

static void expect_refused(const char *file, const char *says)
{
	FREED_BY(gb_plugins_free) struct gb_plugins plugins = { 0 };

	gb_plugins_load_file(&plugins, file);
	assert_int_equal(plugins.count, 0);
	assert_int_equal(plugins.rejected_count, 1);
	assert_string_equal(plugins.rejected[0].path, file);
	assert_says(plugins.rejected[0].error.text, says);
}

TEST(each_refusal_has_its_reason)
{
	char abi[96], size[96];

	snprintf(abi, sizeof abi, "built for ABI %u; this program has %u: rebuild it against this gpubench", GB_ABI + 1,
		 GB_ABI);
	snprintf(size, sizeof size, "has %zu bytes; here it has %zu", sizeof(struct gb_bench) - 8,
		 sizeof(struct gb_bench));
	expect_refused(next_to_program("../plugins/bad_abi.so"), abi);
	expect_refused(next_to_program("../plugins/bad_size.so"), size);
	expect_refused(next_to_program("../plugins/bad_name.so"),
		       "its name is 'another', but its file is named 'bad_name'");
	expect_refused(next_to_program("../plugins/no_symbol.so"), "does not export 'gb_bench_no_symbol'");
	expect_refused(next_to_program("../plugins/no_verify.so"), "'verify' is missing");
	expect_refused(next_to_program("../plugins/bad_axis.so"), "axis 'early': condition 'late=1'");
	expect_refused(next_to_program("../plugins/undefined_symbol.so"), "gb_of_a_later_version");
	expect_refused(next_to_program("../plugins/absent.so"), "No such file");
	expect_refused(next_to_program("test_loader"), "NAME.so");
	expect_refused("/tmp/Bad-Name.so", "lowercase letters, digits and '_'");
}

/* A file with these bytes, called gpubench_N.so. */
static const char *file_of(const void *bytes, size_t size)
{
	static char path[64];

	snprintf(path, sizeof path, "/tmp/gpubench_%d.so", (int)getpid());
	unlink(path); /* an earlier file stays mapped */
	FREED_BY(close_stream) FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	return path;
}

TEST(a_file_that_is_no_object_is_refused)
{
	char text[128];

	memset(text, 'x', sizeof text);
	expect_refused(file_of(text, sizeof text), "does not begin with an ELF header");
	expect_refused(file_of("not ELF at all", 14), "not a shared object: it has 14 bytes");
	expect_refused(file_of("", 0), "not a shared object: it has 0 bytes");
	unlink(file_of("", 0));
}

/* The contents of a file; the caller frees them. */
static unsigned char *bytes_of(const char *path, size_t *size)
{
	FREED_BY(close_stream) FILE *file = fopen(path, "rb");
	struct stat st;

	assert_non_null(file);
	assert_int_equal(fstat(fileno(file), &st), 0);
	*size = (size_t)st.st_size;
	unsigned char *bytes = malloc(*size);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, *size, file), *size);
	return bytes;
}

/* dlopen() would map missing pages, and the first access to one would end the program: SIGBUS. */
TEST(a_file_that_is_cut_off_is_refused)
{
	size_t size;
	unsigned char *bytes = bytes_of(next_to_program("../plugins/toy.so"), &size);

	for (size_t kept = 64; kept < size; kept += 997)
		expect_refused(file_of(bytes, kept), "the file is truncated or damaged: it has");
	expect_refused(file_of(bytes, size - 1), "the file is truncated or damaged: it has");
	unlink(file_of("", 0));
	free(bytes);
}

/* Like an unfinished copy whose size was set first. */
TEST(a_file_whose_rest_is_zeros_is_refused)
{
	size_t size;
	unsigned char *bytes = bytes_of(next_to_program("../plugins/toy.so"), &size);

	memset(bytes + 5000, 0, size - 5000);
	expect_refused(file_of(bytes, size), "the file is damaged: its dynamic section has no symbols");
	unlink(file_of("", 0));
	free(bytes);
}

/* Like a copy interrupted by a power failure: a page of zeros in the middle. */
TEST(a_page_of_zeros_is_found)
{
	static const unsigned char zeros[4096];
	size_t size, torn = 0;
	unsigned char *bytes = bytes_of(next_to_program("../plugins/toy.so"), &size), page[sizeof zeros];

	for (size_t at = 0; at + sizeof page <= size; at += sizeof page) {
		memcpy(page, bytes + at, sizeof page);
		memcpy(bytes + at, zeros, sizeof page);
		if (memcmp(page, zeros, sizeof page) != 0) {
			expect_refused(file_of(bytes, size), "");
			torn++;
		}
		memcpy(bytes + at, page, sizeof page);
	}
	assert_true(torn > 0); /* the number varies: an aarch64 object is padded to 64 KiB */
	bytes[size / 2] ^= 1;
	expect_refused(file_of(bytes, size), "the file is damaged: its checksum is ");
	unlink(file_of("", 0));
	free(bytes);
}

/* The note itself, which is zero if the build reserved room but wrote nothing. */
static unsigned char *find_seal(unsigned char *bytes, size_t size)
{
	static const char head[] = "\x09\0\0\0\x18\0\0\0\x01\0\0\0gpubench\0\0\0"; /* including the 0 of the text */
	unsigned char *at = memmem(bytes, size, head, sizeof head);

	assert_non_null(at);
	return at + sizeof head;
}

/* A file with these bytes is the plug-in gpubench_N, but its content is toy: this is reported after loading. */
TEST(one_without_a_seal_is_loaded_all_the_same)
{
	size_t size;
	unsigned char *bytes = bytes_of(next_to_program("../plugins/toy.so"), &size), *seal = find_seal(bytes, size);

	expect_refused(file_of(bytes, size), "does not export 'gb_bench_gpubench_");
	memset(seal, 0, 24);
	expect_refused(file_of(bytes, size), "does not export 'gb_bench_gpubench_");
	/* With an empty name, twelve zeros. */
	memset(seal - 24, 0, 24);
	expect_refused(file_of(bytes, size), "the file is damaged: it has zeros where notes should be");
	unlink(file_of("", 0));
	free(bytes);
}

TEST(a_constructor_harms_only_the_process_that_tries_it)
{
	static const char *const cases[][2] = {
		{ "abort", "loading it ended a process by signal 6 (Aborted)" },
		{ "exit", "loading it ended a process with status 3" },
		{ "leave", "loading it ended a process with status 0" },
		{ "stop", "loading it stopped a process by signal 19 (Stopped (signal))" },
		{ "folder", "loading it changes the working folder of the process" },
		{ "streams", "loading it changes the standard streams of the process" },
#ifdef __x86_64__ /* Processors of other kinds may have no traps. */
		{ "traps", "loading it changes the floating-point exceptions of the process" },
#endif
		{ "fork", "loading it changes the children of the process" },
		{ "files", "loading it changes the resource limits of the process" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		setenv("GPUBENCH_DIES", cases[i][0], 1);
		expect_refused(next_to_program("../plugins/dies.so"), cases[i][1]);
	}
	unsetenv("GPUBENCH_DIES");
}

TEST(objects_of_other_kinds_are_refused)
{
	size_t size;
	unsigned char *bytes = bytes_of(next_to_program("../plugins/toy.so"), &size);
	Elf64_Ehdr header;

	memcpy(&header, bytes, sizeof header);
	const Elf64_Ehdr good = header;
#define WITH(change, says)                                  \
	do {                                                \
		header = good;                              \
		change;                                     \
		memcpy(bytes, &header, sizeof header);      \
		expect_refused(file_of(bytes, size), says); \
	} while (0)
	WITH(header.e_ident[EI_CLASS] = ELFCLASS32, "another kind of machine");
	WITH(header.e_ident[EI_DATA] = 0, "another kind of machine");
	WITH(header.e_machine = EM_S390, "ELF machine 22; this one is");
	WITH(header.e_type = ET_EXEC, "ELF type 2, expected 3");
	WITH(header.e_phnum = 0, "the ELF header is damaged: 0 segments");
	WITH(header.e_phnum = 0xfff0, "its table of segments");
	WITH(header.e_phoff = UINT64_MAX - 8, "its table of segments");
	WITH(header.e_shoff = UINT64_MAX - 8, "its table of sections");
#undef WITH
	unlink(file_of("", 0));
	free(bytes);
}

TEST(good_ones_are_sorted_and_found)
{
	struct gb_plugins plugins = { 0 };

	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy_cycles.so"));
	gb_plugins_load_file(&plugins, next_to_program("../plugins/bad_abi.so"));
	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy.so"));
	gb_plugins_load_file(&plugins, next_to_program("../plugins/skeleton.so"));
	assert_int_equal(plugins.count, 3);
	assert_int_equal(plugins.rejected_count, 1);
	assert_string_equal(plugins.plugin[0].bench->name, "skeleton");
	assert_string_equal(plugins.plugin[2].bench->name, "toy_cycles");
	assert_ptr_equal(gb_plugins_find(&plugins, "toy"), plugins.plugin[1].bench);
	assert_null(gb_plugins_find(&plugins, "to"));
	assert_null(gb_plugins_find(&plugins, "bad_abi"));
	gb_plugins_free(&plugins);
	assert_int_equal(plugins.count, 0);
}

static void copy_file(const char *from, const char *to)
{
	FREED_BY(close_stream) FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
	char bytes[65536];
	size_t got;

	assert_non_null(in);
	assert_non_null(out);
	while ((got = fread(bytes, 1, sizeof bytes, in)) > 0)
		assert_int_equal(fwrite(bytes, 1, got, out), got);
}

static const char *copy_of(const char *file)
{
	static char path[512];
	char folder[] = "/tmp/gpubench-test-XXXXXX";

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/%s", folder, strrchr(file, '/') + 1);
	copy_file(file, path);
	return path;
}

static void expect_text(const char *a, const char *b)
{
	assert_string_equal(a != NULL ? a : "none", b != NULL ? b : "none");
	assert_true(a == NULL || a != b);
}

static void expect_alike(const struct gb_bench *a, const struct gb_bench *b)
{
	expect_text(a->method, b->method);
	assert_int_equal(a->state_size, b->state_size);
	for (size_t i = 0; i == 0 || b->axes[i - 1].name != NULL; i++) {
		expect_text(a->axes[i].name, b->axes[i].name);
		expect_text(a->axes[i].values, b->axes[i].values);
		for (size_t n = 0; b->axes[i].names != NULL && (n == 0 || b->axes[i].names[n - 1] != NULL); n++)
			expect_text(a->axes[i].names[n], b->axes[i].names[n]);
	}
	for (size_t i = 0; i == 0 || b->variants[i - 1].name != NULL; i++)
		expect_text(a->variants[i].archs, b->variants[i].archs);
}

/* No part of a plug-in without a seal is in this process until it is attached. */
TEST(a_foreign_one_is_described_and_then_attached)
{
	const char *copy = copy_of(next_to_program("../plugins/toy.so"));
	FREED_BY(gb_plugins_free) struct gb_plugins ours = { 0 }, foreign = { 0 };
	size_t size;
	unsigned char *bytes = bytes_of(copy, &size);
	FILE *file = fopen(copy, "w");

	memset(find_seal(bytes, size), 0, 24);
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
	gb_plugins_load_file(&ours, next_to_program("../plugins/toy.so"));
	gb_plugins_load_file(&foreign, copy);
	const struct gb_bench *bench = gb_plugins_find(&foreign, "toy");
	assert_non_null(bench);
	expect_alike(bench, gb_plugins_find(&ours, "toy"));
	assert_null(dlopen(copy, RTLD_NOLOAD | RTLD_NOW));
	assert_ok(gb_description_attach(bench, &error), error);
	assert_non_null(dlopen(copy, RTLD_NOLOAD | RTLD_NOW));
	free(bytes);
	unlink(copy);
	rmdir(dirname((char *)(uintptr_t)copy));
}

TEST(a_file_that_has_changed_is_not_attached)
{
	FREED_BY(gb_plugins_free) struct gb_plugins plugins = { 0 };
	const char *copy = copy_of(next_to_program("../plugins/faults.so"));

	gb_plugins_load_file(&plugins, copy);
	assert_int_equal(plugins.count, 1);
	copy_file(next_to_program("../plugins/faults.so"), copy);
	assert_fails(gb_description_attach(plugins.plugin[0].bench, &error),
		     "the plug-in's file has changed since the program began");
	unlink(copy);
	rmdir(dirname((char *)(uintptr_t)copy));
}

TEST(the_first_of_a_name_wins)
{
	const char *second = copy_of(next_to_program("../plugins/toy.so"));
	struct gb_plugins plugins = { 0 };

	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy.so"));
	gb_plugins_load_file(&plugins, second);
	assert_int_equal(plugins.count, 1);
	assert_int_equal(plugins.rejected_count, 1);
	assert_says(plugins.rejected[0].error.text, "'toy' is already loaded from");
	gb_plugins_free(&plugins);
	unlink(second);
	rmdir(dirname((char *)(uintptr_t)second));
}

TEST(the_same_file_twice_is_no_mistake)
{
	FREED_BY(gb_plugins_free) struct gb_plugins plugins = { 0 };

	gb_plugins_load_file(&plugins, next_to_program("../plugins/toy.so"));
	gb_plugins_load_file(&plugins, next_to_program("../unit/../plugins/toy.so"));
	assert_int_equal(plugins.count, 1);
	assert_int_equal(plugins.rejected_count, 0);
}

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

static void expect_bad(const struct gb_bench *bench, const char *says)
{
	gb_error_clear(&error);

	if (gb_bench_check(bench, "bench", &error) != GB_FAILED)
		fail_msg("taken, though %s", says);
	assert_says(error.text, says);
}

#define BAD(says, change)                           \
	do {                                        \
		struct gb_bench bad = bench_good(); \
		change;                             \
		expect_bad(&bad, says);             \
	} while (0)

TEST(descriptors_are_checked)
{
	static const struct gb_variant none[] = { { .name = NULL } };
	static const struct gb_host_kernel kernels[] = { { .name = NULL } };
	static const struct gb_variant of_host[] = {
		{ .name = "default", .flags = "", .archs = "", .kernels = kernels }, { .name = NULL }
	};
	static const struct gb_variant half[] = { { .name = "default" }, { .name = NULL } };
	static const struct gb_variant astray[] = { { .name = "one", .flags = "", .archs = "", .points = "colour=red" },
						    { .name = NULL } };
	const struct gb_bench good = bench_good();

	assert_ok(gb_bench_check(&good, "bench", &error), error);
	BAD("ABI", bad.abi = 0);
	BAD("bytes", bad.size++);
	BAD("its name is ''", bad.name = NULL);
	BAD("'setup'", bad.setup = NULL);
	BAD("'launch'", bad.launch = NULL);
	BAD("'verify'", bad.verify = NULL);
	BAD("'cost'", bad.cost = NULL);
	BAD("'limit'", bad.limit = NULL);
	BAD("'summary'", bad.summary = "");
	BAD("quantity 9", bad.quantity = (enum gb_quantity)9);
	BAD("'observe'", bad.quantity = GB_CYCLES);
	BAD("'observe'", bad.quantity = GB_HERTZ);
	BAD("axis 'block' is searched, but the quantity is GB_JOULES", bad.quantity = GB_JOULES);
	BAD("axes", bad.axes = NULL);
	BAD("variants", bad.variants = NULL);
	BAD("variants", bad.variants = none);
	BAD("variant 0 ('default')", bad.variants = half);
	BAD("points of variant 'one'", bad.variants = astray);
	BAD("variant 'default' has kernels for the host: set .target = GB_HOST", bad.variants = of_host);
	BAD("sdc: condition 'colour=red' is not AXIS=VALUES", bad.sdc = "op=read colour=red");
	BAD("every_pair: condition 'op=reed'", bad.every_pair = "op=reed");
	BAD("sdc: condition 'op' is not AXIS=VALUES", bad.sdc = "op");
	BAD("sdc: condition 'size=9': axis 'size': 9 is in '9' but not in its values", bad.sdc = "op=copy size=9");
	BAD("variant 'default' has no kernels for the host", bad.target = GB_HOST);
}

/* Nothing after abi and size may be read before they are checked: here nothing follows them. */
TEST(only_abi_and_size_of_a_foreign_one_are_read)
{
	uint32_t *foreign = malloc(2 * sizeof *foreign);

	assert_non_null(foreign);
	foreign[0] = GB_ABI + 7;
	foreign[1] = 8;
	assert_int_equal(gb_bench_check((const struct gb_bench *)(const void *)foreign, "bench", &error), GB_FAILED);
	foreign[0] = 11;
	gb_error_clear(&error);
	assert_fails(gb_bench_check((const struct gb_bench *)(const void *)foreign, "n", &error),
		     "name the axes with GB_AXIS()");
	foreign[0] = GB_ABI;
	assert_fails(gb_bench_check((const struct gb_bench *)(const void *)foreign, "bench", &error), "has 8 bytes");
	free(foreign);
}
