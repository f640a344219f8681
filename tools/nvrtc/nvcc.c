/* nvcc.c: compiles device code with NVRTC, for the options that harness/gpubench.mk gives to nvcc.
 *
 * PyPI has no nvcc of CUDA 12, but it has NVRTC 12.9, which compiles for every GPU from V100 to Blackwell. This is
 * bin/nvcc of a tree laid out as a CUDA Toolkit; ../lib64/libnvrtc.so.12 and bin/fatbinary are found from there. Each
 * architecture is compiled by a process of its own, then fatbinary joins the machine code. An option that is not known
 * here is an error: what nvcc would do with it is not done. */
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct list {
	char **at;
	size_t count;
};

struct task {
	struct list archs;    /* as 90 and 90a */
	struct list passed;   /* NVRTC's options, the same for every architecture */
	struct list includes; /* folders */
	struct list headers;  /* found: paths */
	const char *in, *out, *deps, *target;
	bool fatbin, dry_run, old_archs_are_fine, warnings_are_errors, write_deps, phony;
	size_t jobs;
};

/* ---- text -------------------------------------------------------------------------------------------------------- */

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("nvcc: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(1);
}

__attribute__((format(printf, 1, 2))) static char *text(const char *format, ...)
{
	char *made;
	va_list args;

	va_start(args, format);
	if (vasprintf(&made, format, args) < 0)
		fail("out of memory");
	va_end(args);
	return made;
}

static void append(struct list *list, char *item)
{
	list->at = realloc(list->at, (list->count + 1) * sizeof *list->at);
	if (list->at == NULL)
		fail("out of memory");
	list->at[list->count++] = item;
}

static bool contains(const struct list *list, const char *item)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->at[i], item) == 0)
			return true;
	return false;
}

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *content = NULL;
	size_t size = 0;

	/* No file here has a NUL in it. */
	if (file == NULL || (getdelim(&content, &size, '\0', file) < 0 && ferror(file)))
		fail("%s: %s", path, strerror(errno));
	fclose(file);
	return content;
}

/* The folder of a path, with its '/'; "" of a bare name. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return text("%.*s", slash ? (int)(slash + 1 - path) : 0, path);
}

/* A file next to this program, whatever it was started as. */
static char *next_to_program(const char *name)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length < 0)
		fail("/proc/self/exe: %s", strerror(errno));
	self[length] = '\0';
	return text("%s%s", folder_of(self), name);
}

/* ---- NVRTC ------------------------------------------------------------------------------------------------------- */

/* As in nvrtc.h, which is so not needed to lint this file. */
typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum { NVRTC_SUCCESS = 0 } nvrtcResult;

static struct {
	const char *(*error)(nvrtcResult);
	nvrtcResult (*version)(int *, int *);
	nvrtcResult (*arch_count)(int *);
	nvrtcResult (*archs)(int *);
	nvrtcResult (*create)(nvrtcProgram *, const char *, const char *, int, const char *const *,
			      const char *const *);
	nvrtcResult (*compile)(nvrtcProgram, int, const char *const *);
	nvrtcResult (*log_size)(nvrtcProgram, size_t *);
	nvrtcResult (*log)(nvrtcProgram, char *);
	nvrtcResult (*cubin_size)(nvrtcProgram, size_t *);
	nvrtcResult (*cubin)(nvrtcProgram, char *);
} nvrtc;

static void load_nvrtc(void)
{
	const struct {
		const char *name;
		void *slot;
	} entries[] = {
		{ "nvrtcGetErrorString", &nvrtc.error },
		{ "nvrtcVersion", &nvrtc.version },
		{ "nvrtcGetNumSupportedArchs", &nvrtc.arch_count },
		{ "nvrtcGetSupportedArchs", &nvrtc.archs },
		{ "nvrtcCreateProgram", &nvrtc.create },
		{ "nvrtcCompileProgram", &nvrtc.compile },
		{ "nvrtcGetProgramLogSize", &nvrtc.log_size },
		{ "nvrtcGetProgramLog", &nvrtc.log },
		{ "nvrtcGetCUBINSize", &nvrtc.cubin_size },
		{ "nvrtcGetCUBIN", &nvrtc.cubin },
	};
	void *library = dlopen(next_to_program("../lib64/libnvrtc.so.12"), RTLD_NOW | RTLD_LOCAL);

	if (library == NULL)
		fail("%s", dlerror());
	for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
		void *found = dlsym(library, entries[i].name);
		if (found == NULL)
			fail("%s", dlerror());
		memcpy(entries[i].slot, &found, sizeof found);
	}
}

static void check(nvrtcResult result, const char *call)
{
	if (result != NVRTC_SUCCESS)
		fail("%s: %s", call, nvrtc.error(result));
}

/* ---- what stands alone ------------------------------------------------------------------------------------------- */

static int list_archs(void)
{
	int count, *archs;

	load_nvrtc();
	check(nvrtc.arch_count(&count), "nvrtcGetNumSupportedArchs");
	archs = calloc((size_t)count, sizeof *archs);
	if (archs == NULL)
		fail("out of memory");
	check(nvrtc.archs(archs), "nvrtcGetSupportedArchs");
	for (int i = 0; i < count; i++)
		printf("sm_%d\n", archs[i]);
	free(archs);
	return 0;
}

static int print_version(void)
{
	int major, minor;

	load_nvrtc();
	check(nvrtc.version(&major, &minor), "nvrtcVersion");
	printf("nvcc of gpubench, over NVRTC\nCuda compilation tools, release %d.%d\n", major, minor);
	return 0;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* NVRTC has no host compiler and always optimizes at level 3. */
static const char *const without_effect[] = { "-O3", "-allow-unsupported-compiler" };
static const char *const same_in_nvrtc[] = { "-std=c++17",      "-use_fast_math",   "-ftz=true",
					     "-prec-div=false", "-prec-sqrt=false", "-lineinfo" };

static bool among(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* arch=compute_90a,code=sm_90a: machine code of one architecture. */
static void take_arch(struct task *task, const char *value)
{
	char arch[8], code[8], rest;

	if (sscanf(value, "arch=compute_%7[0-9af],code=sm_%7[0-9af]%c", arch, code, &rest) != 2 ||
	    strcmp(arch, code) != 0)
		fail("-gencode %s: wanted arch=compute_X,code=sm_X", value);
	append(&task->archs, text("%s", code));
}

static void take_jobs(struct task *task, const char *value)
{
	char *end;
	long jobs = strtol(value, &end, 10);

	if (end == value || *end != '\0' || jobs < 0)
		fail("--threads %s: wanted a number", value);
	if (jobs == 0)
		jobs = sysconf(_SC_NPROCESSORS_ONLN);
	task->jobs = jobs < 1 ? 1 : (size_t)jobs;
}

static void take_werror(struct task *task, const char *value)
{
	if (strcmp(value, "all-warnings") != 0)
		fail("-Werror %s: only all-warnings is known here", value);
	task->warnings_are_errors = true;
}

static void take_folder(struct task *task, const char *folder)
{
	append(&task->passed, text("-I%s", folder));
	append(&task->includes, text("%s/", folder));
}

/* -iquote,FOLDER. NVRTC has no headers of a system, which a folder for all names could hide. */
static void take_host_option(struct task *task, const char *value)
{
	static const char quoted[] = "-iquote,";

	if (strncmp(value, quoted, strlen(quoted)) != 0)
		fail("-Xcompiler %s: only %sFOLDER is known here", value, quoted);
	take_folder(task, value + strlen(quoted));
}

static void take_in(struct task *task, const char *path)
{
	if (task->in != NULL)
		fail("two sources: %s and %s", task->in, path);
	task->in = path;
}

static void take_value(struct task *task, const char *name, char *value)
{
	if (strcmp(name, "-gencode") == 0)
		take_arch(task, value);
	else if (strcmp(name, "-threads") == 0)
		take_jobs(task, value);
	else if (strcmp(name, "-Werror") == 0)
		take_werror(task, value);
	else if (strcmp(name, "-Xcompiler") == 0)
		take_host_option(task, value);
	else if (strcmp(name, "-Xptxas") == 0)
		append(&task->passed, text("--ptxas-options=%s", value));
	else if (strcmp(name, "-maxrregcount") == 0)
		append(&task->passed, text("--maxrregcount=%s", value));
	else if (strcmp(name, "-MF") == 0)
		task->deps = value;
	else if (strcmp(name, "-MT") == 0)
		task->target = value;
	else if (strcmp(name, "-o") == 0)
		task->out = value;
	else if (strcmp(name, "-x") == 0 && strcmp(value, "cu") == 0)
		return; /* a source is nothing else here */
	else
		fail("option %s is not known here (this nvcc is NVRTC: tools/nvrtc/nvcc.c)", name);
}

static bool take_flag(struct task *task, char *option)
{
	if (strcmp(option, "-fatbin") == 0)
		task->fatbin = true;
	else if (strcmp(option, "-dryrun") == 0)
		task->dry_run = true;
	else if (strcmp(option, "-Wno-deprecated-gpu-targets") == 0)
		task->old_archs_are_fine = true;
	else if (strcmp(option, "-MMD") == 0)
		task->write_deps = true;
	else if (strcmp(option, "-MP") == 0)
		task->phony = true;
	else if (among(same_in_nvrtc, sizeof same_in_nvrtc / sizeof *same_in_nvrtc, option))
		append(&task->passed, option);
	else
		return among(without_effect, sizeof without_effect / sizeof *without_effect, option);
	return true;
}

/* -Dx, -Ux and -Ix, as one word. */
static bool take_preprocessor(struct task *task, char *option)
{
	if (strchr("DUI", option[1]) == NULL || option[1] == '\0' || option[2] == '\0')
		return false;
	if (option[1] == 'I')
		take_folder(task, option + 2);
	else
		append(&task->passed, option);
	return true;
}

static void parse(struct task *task, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		/* --threads and -threads are the same to nvcc. */
		char *option = argv[i] + (strncmp(argv[i], "--", 2) == 0);
		char *equals = strchr(option, '=');
		if (option[0] != '-' || option[1] == '\0')
			take_in(task, option);
		else if (take_flag(task, option) || take_preprocessor(task, option))
			continue;
		else if (equals != NULL)
			take_value(task, text("%.*s", (int)(equals - option), option), equals + 1);
		else if (i + 1 < argc)
			take_value(task, option, argv[++i]);
		else
			fail("option %s is not known here, or lacks its value", option);
	}
	if (!task->fatbin || task->in == NULL || task->out == NULL || task->archs.count == 0)
		fail("wanted -fatbin -gencode arch=compute_X,code=sm_X ... -o FILE SOURCE");
	if (task->write_deps && (task->deps == NULL || task->target == NULL))
		fail("-MMD needs -MF FILE and -MT TARGET");
}

/* ---- what is included -------------------------------------------------------------------------------------------- */

/* Whether the header is in this folder. */
static bool found_in(struct task *task, const char *folder, const char *name)
{
	char *path = text("%s%s", folder, name);
	const bool found = access(path, R_OK) == 0;

	if (found && !contains(&task->headers, path))
		append(&task->headers, path);
	else
		free(path);
	return found;
}

/* Where NVRTC finds "name": next to the file that includes it, next to the source, in the folders named. If it is in
 * none of them and really included, NVRTC says so. */
static void take_header(struct task *task, const char *from, const char *name)
{
	char *beside_it = folder_of(from), *beside_source = folder_of(task->in);
	bool found = found_in(task, beside_it, name) || found_in(task, beside_source, name);

	for (size_t i = 0; i < task->includes.count && !found; i++)
		found = found_in(task, task->includes.at[i], name);
	free(beside_it);
	free(beside_source);
}

/* The files that `path` includes by a "quoted" name, also where a condition leaves them out: then make only compiles
 * once too often. */
static void scan(struct task *task, const char *path)
{
	char *content = read_file(path), *rest = content;

	for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
		char name[256];
		if (sscanf(line, " # include \"%255[^\"]\"", name) == 1)
			take_header(task, path, name);
	}
	free(content);
}

static void write_deps(struct task *task)
{
	FILE *file;

	scan(task, task->in);
	for (size_t i = 0; i < task->headers.count; i++)
		scan(task, task->headers.at[i]);
	file = fopen(task->deps, "w");
	if (file == NULL)
		fail("%s: %s", task->deps, strerror(errno));
	fprintf(file, "%s: %s", task->target, task->in);
	for (size_t i = 0; i < task->headers.count; i++)
		fprintf(file, " \\\n  %s", task->headers.at[i]);
	fputc('\n', file);
	for (size_t i = 0; task->phony && i < task->headers.count; i++)
		fprintf(file, "%s:\n", task->headers.at[i]);
	if (ferror(file) | fclose(file))
		fail("%s: %s", task->deps, strerror(errno));
}

/* ---- compiling --------------------------------------------------------------------------------------------------- */

static char *cubin_path(const struct task *task, const char *arch)
{
	return text("%s.sm_%s.cubin", task->out, arch);
}

static void write_cubin(nvrtcProgram program, const char *path)
{
	FILE *file = fopen(path, "w");
	size_t size;
	char *code;

	check(nvrtc.cubin_size(program, &size), "nvrtcGetCUBINSize");
	code = malloc(size);
	if (code == NULL)
		fail("out of memory");
	check(nvrtc.cubin(program, code), "nvrtcGetCUBIN");
	if (file == NULL || fwrite(code, 1, size, file) != size || fclose(file) != 0)
		fail("%s: %s", path, strerror(errno));
	free(code);
}

/* Writes what NVRTC says and returns whether there is a warning in it. */
static bool show_log(const struct task *task, nvrtcProgram program)
{
	size_t size;
	char *log, *rest;
	bool warns = false;

	check(nvrtc.log_size(program, &size), "nvrtcGetProgramLogSize");
	rest = log = calloc(size + 1, 1);
	if (log == NULL)
		fail("out of memory");
	check(nvrtc.log(program, log), "nvrtcGetProgramLog");
	for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
		/* NVRTC has no option against this one. */
		if (line[0] == '\0' || (task->old_archs_are_fine && strstr(line, "Architectures prior to ") != NULL))
			continue;
		fprintf(stderr, "%s\n", line);
		warns |= strcasestr(line, "warning") != NULL;
	}
	free(log);
	return warns;
}

static nvrtcResult run_nvrtc(const struct task *task, const char *arch, const char *source, nvrtcProgram *program)
{
	struct list options = { 0 };

	load_nvrtc();
	append(&options, text("--gpu-architecture=sm_%s", arch));
	/* What is built depends on nothing outside of the tree. */
	append(&options, text("--no-cache"));
	for (size_t i = 0; i < task->passed.count; i++)
		append(&options, task->passed.at[i]);
	check(nvrtc.create(program, source, task->in, 0, NULL, NULL), "nvrtcCreateProgram");
	return nvrtc.compile(*program, (int)options.count, (const char *const *)options.at);
}

static int compile(const struct task *task, const char *arch)
{
	nvrtcProgram program;
	nvrtcResult result = run_nvrtc(task, arch, read_file(task->in), &program);
	bool warns = show_log(task, program);

	if (result != NVRTC_SUCCESS)
		fail("%s for sm_%s: %s", task->in, arch, nvrtc.error(result));
	if (warns && task->warnings_are_errors)
		fail("%s for sm_%s: warnings are errors", task->in, arch);
	write_cubin(program, cubin_path(task, arch));
	return 0;
}

/* Whether NVRTC knows the architectures: it lists none with a letter. */
static int dry_run(const struct task *task)
{
	nvrtcProgram program;

	for (size_t i = 0; i < task->archs.count; i++)
		if (run_nvrtc(task, task->archs.at[i], "", &program) != NVRTC_SUCCESS)
			fail("sm_%s is not known", task->archs.at[i]);
	return 0;
}

/* Waits for one process; whether it did its work. */
static bool wait_one(void)
{
	int status;

	while (wait(&status) < 0)
		if (errno != EINTR)
			fail("wait: %s", strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool compile_all(const struct task *task)
{
	size_t running = 0;
	bool good = true;

	for (size_t i = 0; i < task->archs.count; i++) {
		if (running == task->jobs) {
			good &= wait_one();
			running--;
		}
		pid_t child = fork();
		if (child < 0)
			fail("fork: %s", strerror(errno));
		if (child == 0)
			exit(compile(task, task->archs.at[i]));
		running++;
	}
	while (running-- > 0)
		good &= wait_one();
	return good;
}

__attribute__((noreturn)) static void become_fatbinary(const struct task *task)
{
	struct list command = { 0 };

	append(&command, next_to_program("fatbinary"));
	/* Every driver reads what is not compressed. */
	append(&command, text("--compress-mode=none"));
	append(&command, text("-64"));
	append(&command, text("--create=%s", task->out));
	for (size_t i = 0; i < task->archs.count; i++) {
		const char *arch = task->archs.at[i];
		append(&command, text("--image3=kind=elf,sm=%s,file=%s", arch, cubin_path(task, arch)));
	}
	append(&command, NULL);
	execv(command.at[0], command.at);
	fail("%s: %s", command.at[0], strerror(errno));
}

static bool join(const struct task *task)
{
	const pid_t child = fork();

	if (child < 0)
		fail("fork: %s", strerror(errno));
	if (child == 0)
		become_fatbinary(task);
	return wait_one();
}

int main(int argc, char **argv)
{
	struct task task = { .jobs = 1 };
	bool good;

	if (argc == 2 && strcmp(argv[1], "--list-gpu-code") == 0)
		return list_archs();
	if (argc == 2 && strcmp(argv[1], "--version") == 0)
		return print_version();
	parse(&task, argc, argv);
	if (task.dry_run)
		return dry_run(&task);
	if (task.write_deps)
		write_deps(&task);
	good = compile_all(&task) && join(&task);
	for (size_t i = 0; i < task.archs.count; i++)
		remove(cubin_path(&task, task.archs.at[i]));
	return good ? 0 : 1;
}
