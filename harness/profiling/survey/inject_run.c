#include "survey/inject_run.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/folders.h"
#include "base/text.h"
#include "inject/trace.h"

#define LIBRARY "libgpubench_inject.so"

/* The driver finds the library in this variable. */
#define INJECTION "CUDA_INJECTION64_PATH"

/* A name without a folder means a library that the program has loaded, as PyTorch does, otherwise the system's. */
static const char usual_cupti[] =
	"libcupti.so.13:libcupti.so.12:libcupti.so.11.8:libcupti.so:/usr/local/cuda/extras/CUPTI/lib64/libcupti.so:"
	"/usr/local/cuda/lib64/libcupti.so:/opt/cuda/extras/CUPTI/lib64/libcupti.so";

static const char usual_sanitizer[] = "libsanitizer-public.so:/usr/local/cuda/compute-sanitizer/libsanitizer-public.so:"
				      "/opt/cuda/extras/compute-sanitizer/libsanitizer-public.so:"
				      "/usr/lib/nvidia-cuda-toolkit/compute-sanitizer/libsanitizer-public.so";

static void try_folder(void *context, const char *folder)
{
	char path[PATH_MAX] = "", *found = context;

	gb_text_add(path, sizeof path, "%s/" LIBRARY, folder);
	if (found[0] == '\0' && gb_folders_is_file(path) && realpath(path, found) == NULL)
		found[0] = '\0';
}

/* GPUBENCH_INJECT names a folder, as GPUBENCH_PLUGIN_PATH does. */
static int find_library(char found[PATH_MAX], struct gb_error *error)
{
	found[0] = '\0';
	gb_folders_of_library(getenv("GPUBENCH_INJECT"), try_folder, found);
	if (found[0] != '\0')
		return GB_OK;
	return gb_error_skip(error, LIBRARY " is neither next to gpubench nor in its lib folder");
}

static void set_began(void)
{
	struct timespec now;
	char text[32];

	if (clock_gettime(GB_TRACE_CLOCK, &now) != 0)
		return;
	snprintf(text, sizeof text, "%lld", (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
	setenv(GB_TRACE_BEGAN_VARIABLE, text, 1);
}

/* Sets the environment, which the child inherits. */
static int start_program(const struct gb_inject_job *job, const char *library, struct gb_child *child,
			 struct gb_error *error)
{
	const char *const cupti = getenv(GB_TRACE_CUPTI_VARIABLE), *const sanitizer =
									   getenv(GB_TRACE_SANITIZER_VARIABLE);
	const struct gb_child_streams ours = { -1, -1, -1 };

	setenv(INJECTION, library, 1);
	setenv(GB_TRACE_FOLDER_VARIABLE, job->folder, 1);
	setenv(GB_TRACE_CUPTI_VARIABLE, cupti != NULL ? cupti : usual_cupti, 1);
	setenv(GB_TRACE_SANITIZER_VARIABLE, sanitizer != NULL ? sanitizer : usual_sanitizer, 1);
	setenv(GB_TRACE_MODULES_VARIABLE, job->modules, 1);
	set_began();
	if (job->wish != NULL)
		setenv(GB_TRACE_COUNTS_VARIABLE, job->wish, 1);
	/* execvp() takes pointers without const but does not change the arguments. */
	const int status = gb_child_start(child, (char *const *)(uintptr_t)job->program, ours, error);
	unsetenv(INJECTION);
	unsetenv(GB_TRACE_FOLDER_VARIABLE);
	unsetenv(GB_TRACE_MODULES_VARIABLE);
	unsetenv(GB_TRACE_BEGAN_VARIABLE);
	unsetenv(GB_TRACE_COUNTS_VARIABLE);
	if (cupti == NULL)
		unsetenv(GB_TRACE_CUPTI_VARIABLE);
	if (sanitizer == NULL)
		unsetenv(GB_TRACE_SANITIZER_VARIABLE);
	return status;
}

static gb_child_stop_fn *user_stop;
static double deadline;

static bool is_run_over(void)
{
	return user_stop() || (deadline > 0 && gb_clock_now() > deadline);
}

int gb_inject_run(const struct gb_inject_job *job, struct gb_child_end *end, struct gb_error *error)
{
	char library[PATH_MAX];
	struct gb_child child;

	if (getenv(INJECTION) != NULL)
		return gb_error_skip(error, INJECTION " is set: another tool watches the program");
	if (find_library(library, error) != GB_OK)
		return GB_SKIPPED;
	GB_TRY(start_program(job, library, &child, error));
	user_stop = job->stop;
	deadline = job->deadline;
	return gb_child_wait(&child, is_run_over, end, error);
}

int gb_inject_read(const struct gb_inject_job *job, gb_trace_fn *each, void *context, struct gb_error *error)
{
	struct gb_scratch_folder scratch = { "" };
	struct gb_inject_job here = *job;
	struct gb_child_end end;
	int status = gb_scratch_make(&scratch, error);

	here.folder = scratch.folder;
	if (status == GB_OK)
		status = gb_inject_run(&here, &end, error);
	if ((status == GB_OK || status == GB_INTERRUPTED) &&
	    gb_traces_each(scratch.folder, each, context, error) != GB_OK)
		status = GB_FAILED;
	gb_scratch_remove(&scratch);
	return status == GB_INTERRUPTED && !job->stop() ? GB_OK : status;
}
