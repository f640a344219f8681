#include "inject/inject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "inject/cupti.h"
#include "inject/trace.h"

enum { LISTENERS_MAX = 32, WHY = 512 };

static const struct gb_inject_module *const modules[] = { &gb_inject_survey, &gb_inject_ranges, &gb_inject_counts,
							  &gb_inject_footprint };

enum { MODULES = sizeof modules / sizeof modules[0] };

static bool begun[MODULES];
static pid_t owner;

/* The driver looks for a symbol of this name. */
__attribute__((visibility("default"))) int InitializeInjection(void);

/* ---- callbacks --------------------------------------------------------------------------------------------------- */

static struct {
	void *subscriber;
	struct {
		uint32_t domain, id;
		gb_inject_listener *listener;
	} of[LISTENERS_MAX];
	size_t count;
} listening;

static void on_cupti_callback(void *user, uint32_t domain, uint32_t id, const void *data)
{
	for (size_t i = 0; i < listening.count; i++)
		if (listening.of[i].domain == domain && listening.of[i].id == id)
			listening.of[i].listener(domain, id, data);
}

static bool subscribe_to_cupti(char *why, size_t size)
{
	int result;

	if (listening.subscriber != NULL)
		return true;
	if (gb_cupti.subscribe == NULL || gb_cupti.enable_callback == NULL)
		return snprintf(why, size, "this CUPTI has no callbacks") < 0;
	result = gb_cupti.subscribe(&listening.subscriber, on_cupti_callback, NULL);
	if (result != CUPTI_OK)
		snprintf(why, size, "CUPTI refuses callbacks: %s", gb_cupti_says(result));
	return result == CUPTI_OK;
}

bool gb_inject_listen(uint32_t domain, uint32_t id, gb_inject_listener *listener, char *why, size_t size)
{
	if (!subscribe_to_cupti(why, size))
		return false;
	if (listening.count == LISTENERS_MAX)
		return snprintf(why, size, "too many callbacks are registered") < 0;
	listening.of[listening.count].domain = domain;
	listening.of[listening.count].id = id;
	listening.of[listening.count].listener = listener;
	listening.count++;
	const int result = gb_cupti.enable_callback(1, listening.subscriber, domain, id);
	if (result != CUPTI_OK)
		snprintf(why, size, "CUPTI refuses a callback: %s", gb_cupti_says(result));
	return result == CUPTI_OK;
}

/* ---- the trace of a process -------------------------------------------------------------------------------------- */

static void tell_command(void)
{
	char words[4096] = "", text[4096];
	FILE *file = fopen("/proc/self/cmdline", "r");
	const size_t got = file != NULL ? fread(words, 1, sizeof words - 1, file) : 0;

	if (file != NULL)
		fclose(file);
	for (size_t i = 0; i + 1 < got; i++)
		if (words[i] == '\0')
			words[i] = ' ';
	gb_trace_add("command\t%s", gb_trace_text(text, sizeof text, words));
}

static void tell_cupti(void)
{
	char text[4096];
	uint32_t version = 0;

	if (gb_cupti.version != NULL)
		gb_cupti.version(&version);
	gb_trace_add("cupti\t%u\t%s", (unsigned)version, gb_trace_text(text, sizeof text, gb_cupti_path()));
}

static bool is_wanted(const char *wanted, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = wanted; at != NULL && *at != '\0'; at += at[0] == ',') {
		if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
		at += strcspn(at, ",");
	}
	return false;
}

static void tell_refusal(const char *name, const char *why)
{
	char text[WHY];

	gb_trace_add("refused\t%s\t%s", name, gb_trace_text(text, sizeof text, why));
}

uint64_t gb_inject_next(const char **list)
{
	uint64_t number;
	char *end;

	if (*list == NULL || **list < '0' || **list > '9')
		return UINT64_MAX;
	number = strtoull(*list, &end, 10);
	*list = end + (*end == ',');
	return number;
}

/* Compute Sanitizer and CUPTI cannot watch the same process, so CUPTI is not even loaded for such a module. */
static bool is_without_cupti(const char *wanted)
{
	for (size_t i = 0; i < MODULES; i++)
		if (modules[i]->without_cupti && is_wanted(wanted, modules[i]->name))
			return true;
	return false;
}

static void begin_modules(const char *wanted, bool without_cupti)
{
	char why[WHY];

	for (size_t i = 0; i < MODULES; i++) {
		if (!is_wanted(wanted, modules[i]->name) || modules[i]->without_cupti != without_cupti)
			continue;
		why[0] = '\0';
		begun[i] = modules[i]->begin(why, sizeof why);
		if (begun[i])
			gb_trace_add("module\t%s", modules[i]->name);
		else
			tell_refusal(modules[i]->name, why);
	}
}

/* A child of fork() has no CUDA context, and must not write to its parent's trace. */
static void finish_process(void)
{
	if (getpid() != owner)
		return;
	for (size_t i = 0; i < MODULES; i++)
		if (begun[i] && modules[i]->finish != NULL)
			modules[i]->finish();
	gb_trace_add("end\t%llu", (unsigned long long)gb_cupti_now());
	gb_trace_close();
}

/* Ranges of seconds count from the start of the program, which may be long before it uses the GPU. */
static unsigned long long microseconds_before(void)
{
	const char *text = getenv(GB_TRACE_BEGAN_VARIABLE);
	const unsigned long long began = text != NULL ? strtoull(text, NULL, 10) : 0;
	struct timespec now;

	if (began == 0 || clock_gettime(GB_TRACE_CLOCK, &now) != 0)
		return 0;
	const unsigned long long us = (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000;
	return us > began ? us - began : 0;
}

/* If anything is missing, the program continues unobserved. */
int InitializeInjection(void)
{
	const char *folder = getenv(GB_TRACE_FOLDER_VARIABLE), *libraries = getenv(GB_TRACE_CUPTI_VARIABLE);
	const char *wanted = getenv(GB_TRACE_MODULES_VARIABLE);
	char why[WHY];

	if (owner == getpid() || folder == NULL || folder[0] == '\0' || !gb_trace_open(folder))
		return 1;
	owner = getpid();
	const bool without = is_without_cupti(wanted);
	const bool found = !without && gb_cupti_open(libraries != NULL ? libraries : "", why, sizeof why);
	gb_trace_add(GB_TRACE_MAGIC "\t%d\t%ld\t%ld\t%llu\t%llu", GB_TRACE_VERSION, (long)owner, (long)getppid(),
		     (unsigned long long)gb_cupti_now(), microseconds_before());
	tell_command();
	if (found)
		tell_cupti();
	else if (!without)
		tell_refusal("cupti", why);
	if (found || without)
		begin_modules(wanted, without);
	gb_trace_flush();
	atexit(finish_process);
	return 1;
}
