#include "base/host_memory.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/quantity.h"
#include "base/text.h"

/* ---- files of numbers ------------------------------------------------------------------------------------------- */

/* The number after `label` at the beginning of a line; false if there is none. "max" means no limit. */
static bool read_number(const char *folder, const char *file, const char *label, uint64_t *out)
{
	char path[PATH_MAX], line[256];
	const size_t length = strlen(label);
	bool found = false;

	if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
		return false;
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return false;
	while (!found && fgets(line, sizeof line, in) != NULL) {
		char *end = line;
		if (strncmp(line, label, length) != 0)
			continue;
		const unsigned long long value = strtoull(line + length, &end, 10);
		found = end != line + length;
		*out = found ? value : *out;
	}
	fclose(in);
	return found;
}

/* ---- one control group ------------------------------------------------------------------------------------------ */

struct version {
	const char *type; /* of its file system */
	const char *limits[2], *used, *kills;
	const char *caches[2]; /* keys in memory.stat */
};
static const struct version versions[] = {
	{ "cgroup",
	  { "memory.limit_in_bytes", NULL },
	  "memory.usage_in_bytes",
	  "memory.oom_control",
	  { "total_inactive_file ", "total_active_file " } },
	/* Above `high`, the kernel slows a group down instead of killing it, which would disturb the measurement. */
	{ "cgroup2",
	  { "memory.max", "memory.high" },
	  "memory.current",
	  "memory.events",
	  { "inactive_file ", "active_file " } },
};

/* Version 1 expresses "no limit" as the largest multiple of a page. */
#define UNLIMITED (UINT64_C(1) << 62)

static uint64_t read_limit(const struct version *v, const char *folder)
{
	uint64_t least = GB_NO_LIMIT, limit;

	for (int i = 0; i < 2 && v->limits[i] != NULL; i++)
		if (read_number(folder, v->limits[i], "", &limit) && limit < UNLIMITED && limit < least)
			least = limit;
	return least;
}

/* The unused part of a limit. The kernel frees page cache before it kills a process. */
static uint64_t read_bytes_left(const struct version *v, const char *folder, uint64_t limit)
{
	uint64_t used = 0, cache;

	read_number(folder, v->used, "", &used);
	for (int i = 0; i < 2; i++)
		if (read_number(folder, "memory.stat", v->caches[i], &cache))
			used -= cache < used ? cache : used;
	return limit - (used < limit ? used : limit);
}

static void note_group(const struct version *v, const char *folder, const char *name, struct gb_host_memory *out)
{
	const uint64_t limit = read_limit(v, folder);

	if (limit == GB_NO_LIMIT)
		return;
	const uint64_t left = read_bytes_left(v, folder, limit);
	if (left >= out->available)
		return;
	out->available = left;
	out->limit = limit;
	gb_text_copy(out->group, sizeof out->group, name[0] != '\0' ? name : "/");
}

/* ---- where the groups are --------------------------------------------------------------------------------------- */

struct mounted {
	char *root, *point, *type, *options;
};

/* "\040" is a space. */
static void unescape_octal(char *text)
{
	char *to = text;

	for (const char *at = text; *at != '\0'; to++)
		if (at[0] == '\\' && strspn(at + 1, "01234567") >= 3) {
			*to = (char)(64 * (at[1] - '0') + 8 * (at[2] - '0') + (at[3] - '0'));
			at += 4;
		} else {
			*to = *at++;
		}
	*to = '\0';
}

static bool split_mount(char *line, struct mounted *m)
{
	char *rest = strstr(line, " - "), *save = NULL, *field[5] = { NULL };

	if (rest == NULL)
		return false;
	*rest = '\0';
	rest += strlen(" - ");
	for (int i = 0; i < 5; i++)
		if ((field[i] = strtok_r(i == 0 ? line : NULL, " ", &save)) == NULL)
			return false;
	m->root = field[3];
	m->point = field[4];
	m->type = strtok_r(rest, " ", &save);
	const char *source = strtok_r(NULL, " ", &save);
	m->options = strtok_r(NULL, " \n", &save);
	if (source == NULL || m->options == NULL)
		return false;
	unescape_octal(m->root);
	unescape_octal(m->point);
	return true;
}

static bool has_word(const char *list, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = list; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
	}
	return false;
}

/* The version of control groups whose memory controller this mount may have; NULL: none. */
static const struct version *mount_version(const struct mounted *m)
{
	if (strcmp(m->type, versions[1].type) == 0)
		return &versions[1];
	return strcmp(m->type, versions[0].type) == 0 && has_word(m->options, "memory") ? &versions[0] : NULL;
}

static bool read_group(const char *root, const struct version *v, char *group, size_t size)
{
	char path[PATH_MAX], line[PATH_MAX];
	bool found = false;

	snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return false;
	while (!found && fgets(line, sizeof line, in) != NULL) {
		char *controllers = strchr(line, ':');
		char *name = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
		if (name == NULL)
			continue;
		*name++ = '\0';
		name[strcspn(name, "\n")] = '\0';
		controllers++;
		found = v == &versions[1] ? controllers[0] == '\0' : has_word(controllers, "memory");
		if (found)
			gb_text_copy(group, size, name);
	}
	fclose(in);
	return found;
}

/* The part of a group's path below the mount point. A container may see only the top of its own groups, and the path of
 * a process that was moved begins with "/..". Then only the mount point can be read. */
static const char *path_below_mount(const struct mounted *m, const char *group)
{
	const size_t length = strcmp(m->root, "/") == 0 ? 0 : strlen(m->root);
	const char *under = group + length;

	if (strncmp(group, m->root, length) != 0 || (under[0] != '/' && under[0] != '\0') ||
	    strstr(under, "/..") != NULL || strcmp(under, "/") == 0)
		return "";
	return under;
}

static void examine_mount(const char *root, const struct mounted *m, struct gb_host_memory *out)
{
	const struct version *v = mount_version(m);
	char group[PATH_MAX / 2], folder[PATH_MAX];

	if (v == NULL || !read_group(root, v, group, sizeof group))
		return;
	const int top = snprintf(folder, sizeof folder, "%s%s", root, m->point);
	const int length = snprintf(folder, sizeof folder, "%s%s%s", root, m->point, path_below_mount(m, group));
	if (top <= 0 || length >= (int)sizeof folder)
		return;
	uint64_t kills;
	if (read_number(folder, v->kills, "oom_kill ", &kills))
		out->kills = kills;
	for (;;) {
		note_group(v, folder, folder + top, out);
		char *last = strrchr(folder + top, '/');
		if (last == NULL)
			break;
		*last = '\0';
	}
}

void gb_host_memory_read(const char *root, struct gb_host_memory *out)
{
	char path[PATH_MAX], *line = NULL;
	size_t room = 0;
	uint64_t kib = 0;

	*out = (struct gb_host_memory){ .limit = GB_NO_LIMIT };
	snprintf(path, sizeof path, "%s/proc", root);
	read_number(path, "meminfo", "MemAvailable:", &kib);
	read_number(path, "vmstat", "oom_kill ", &out->host_kills);
	out->available = 1024 * kib;
	snprintf(path, sizeof path, "%s/proc/self/mountinfo", root);
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return;
	while (getline(&line, &room, in) > 0) {
		struct mounted m;
		if (split_mount(line, &m))
			examine_mount(root, &m, out);
	}
	free(line);
	fclose(in);
}

uint64_t gb_host_memory_available(void)
{
	struct gb_host_memory memory;

	gb_host_memory_read("", &memory);
	return memory.available;
}

void gb_host_memory_name_limit(const struct gb_host_memory *memory, char *text, size_t size)
{
	char limit[32] = "";

	if (memory->limit == GB_NO_LIMIT)
		return;
	gb_quantity_write(limit, sizeof limit, (double)memory->limit, "B");
	gb_text_add(text, size, ", within the limit of %s of control group %s", limit, memory->group);
}

void *gb_host_memory_map(size_t bytes, size_t boundary)
{
	char *at = mmap(NULL, bytes + boundary, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return NULL;
	const size_t before = (boundary - (uintptr_t)at % boundary) % boundary;
	if (before > 0)
		munmap(at, before);
	munmap(at + before + bytes, boundary - before);
	return at + before;
}
