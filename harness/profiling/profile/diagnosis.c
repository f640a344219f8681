#include "profile/diagnosis.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

static const char *advice_for(const char *text)
{
	static const struct {
		const char *part, *advice;
	} known[] = {
		{ "driver resource was unavailable",
		  "; another tool holds the counters: stop it (of DCGM: dcgmi profiling --pause)" },
		{ "connect to the CUDA driver", "; is there a GPU, and its driver?" },
		{ "Driver could not be loaded", "; is there a GPU, and its driver?" },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strstr(text, known[i].part) != NULL)
			return known[i].advice;
	return "";
}

static void add_error(const struct gb_profile_outcome *o, char *text, size_t size)
{
	gb_text_add(text, size, "ncu: %s%s", o->said->error, advice_for(o->said->error));
}

bool gb_diagnose_lines(const struct gb_profile_outcome *o, char *text, size_t size)
{
	text[0] = '\0';
	if (o->said->wrongs > 0)
		gb_text_add(text, size, "%s", o->said->wrong);
	if (o->said->wrongs > 1)
		gb_text_add(text, size, "; %zu lines are left out", o->said->wrongs);
	return o->said->wrongs > 0;
}

void gb_diagnose_no_kernels(const struct gb_profile_outcome *o, char *text, size_t size)
{
	const char *what = o->program != NULL ? o->program : o->from;

	text[0] = '\0';
	if (o->said->no_permission)
		gb_text_add(text, size,
			    "this user may not read the GPU's counters (ERR_NVGPUCTRPERM): be root, or have the "
			    "administrator load the module nvidia with NVreg_RestrictProfilingToAdminUsers=0");
	else if (o->said->error[0] != '\0')
		add_error(o, text, size);
	else if (o->said->application != 0)
		gb_text_add(text, size, "%s ended with status %d, and no kernel was profiled%s",
			    o->program != NULL ? o->program : "the program", o->said->application,
			    o->program != NULL ? ": does it run without gpubench?" : "");
	else if (gb_diagnose_lines(o, text, size))
		return;
	else if (o->said->is_nvprof)
		gb_text_add(text, size,
			    "%s: is output of nvprof, which counts too little: run the program under ncu --csv --page "
			    "raw",
			    what);
	else if (o->program == NULL)
		gb_text_add(text, size,
			    "%s: no kernel launch in it: expected output of ncu --csv --page raw, or of nsys stats "
			    "--report cuda_gpu_trace in the locale C",
			    gb_text_input(o->from));
	else if (o->ended != 0 && !o->said->no_kernels)
		gb_text_add(text, size, "ncu ended with status %d before a kernel was profiled", o->ended);
	else
		gb_text_add(
			text, size, "%s launched no kernel on a GPU%s", what,
			o->filtered
				? " that --kernel, --launch-skip, --launch-count, --nvtx and --profiler-start choose"
				: "");
}

bool gb_diagnose_program(const struct gb_profile_outcome *o, char *text, size_t size)
{
	text[0] = '\0';
	if (o->said->error[0] != '\0')
		add_error(o, text, size);
	else if (o->said->application != 0)
		gb_text_add(text, size, "%s ended with status %d: here is what it did before",
			    o->program != NULL ? o->program : "the program", o->said->application);
	else if (o->ended != 0)
		gb_text_add(text, size, "ncu ended with status %d: here is what was profiled before", o->ended);
	return text[0] != '\0';
}

static void say_refused(const struct gb_survey *s, char *text, size_t size)
{
	if (s->refused[0] != '\0')
		gb_text_add(text, size, "a process was not traced: %s", s->refused);
}

static void say_wrong(const struct gb_survey *s, char *text, size_t size)
{
	if (s->wrong.count > 0)
		gb_text_add(text, size, "%s", s->wrong.first);
	if (s->wrong.count > 1)
		gb_text_add(text, size, "; %zu lines are left out", s->wrong.count);
}

static void say_lost(const struct gb_survey *s, char *text, size_t size)
{
	if (s->lost > 0)
		gb_text_add(text, size, "CUPTI dropped %" PRIu64 " events: their time is missing", s->lost);
}

static void say_untimed(const struct gb_survey *s, char *text, size_t size)
{
	if (s->untimed > 0)
		gb_text_add(text, size, "%zu events came without their times, and are left out", s->untimed);
}

static void say_unended(const struct gb_survey *s, char *text, size_t size)
{
	if (s->unended > 0)
		gb_text_add(text, size,
			    "%zu of %zu processes did not end by themselves: up to half a second of what %s did "
			    "last is missing",
			    s->unended, s->processes, s->unended == 1 ? "it" : "they");
}

bool gb_diagnose_survey(const struct gb_survey *survey, size_t n, char *text, size_t size)
{
	static void (*const say[])(const struct gb_survey *s, char *text,
				   size_t size) = { say_refused, say_wrong, say_lost, say_untimed, say_unended };
	text[0] = '\0';
	for (size_t i = 0; i < sizeof say / sizeof say[0] && text[0] == '\0'; i++) {
		say[i](survey, text, size);
		if (text[0] != '\0' && n-- > 0)
			text[0] = '\0';
	}
	return text[0] != '\0';
}
