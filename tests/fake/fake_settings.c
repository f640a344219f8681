/* fake_settings.c: reads the properties of gpubench-fake's fake device from the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "device/throttle.h"
#include "fake_identity.h"
#include "fake_settings.h"
#include "gpu_fake.h"
#include "record/record.h"

static double bad_setting(const char *word)
{
	fprintf(stderr, "GPUBENCH_FAKE: '%s' is not understood; tests/fake/fake_settings.c has the words\n", word);
	exit(99);
}

/* "64MiB", "20e-6" */
static double number(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (strcmp(end, "KiB") == 0)
		return 1024 * value;
	if (strcmp(end, "MiB") == 0)
		return 1024 * 1024 * value;
	return end != text && *end == '\0' ? value : bad_setting(text);
}

static void set_fail(const char *value)
{
	char name[32] = "";
	const char *nth = strchr(value, ':');

	if (nth == NULL)
		bad_setting(value);
	else {
		gb_text_add(name, sizeof name, "%.*s", (int)(nth - value), value);
		fake_fail(name, (unsigned int)strtoul(nth + 1, NULL, 10), strchr(nth, '+') != NULL);
	}
}

/* Launch times or clocks that alternate by a fraction: swing(&series, 0.1) is 0.9, 1.1, 0.9, ... */
static void swing(struct fake_series *series, double factors[2], double part)
{
	factors[0] = 1 - part;
	factors[1] = 1 + part;
	*series = (struct fake_series){ factors, 2 };
}

/* The bits of NVML's clock event reasons, as in throttle=0x40. */
static void set_throttle(const char *value)
{
	const unsigned long long bits = strtoull(value, NULL, 0);

	gb_throttle_write(bits, fake.state.throttle, sizeof fake.state.throttle);
	fake.state.slowdown = gb_record_is_slowdown(fake.state.throttle);
}

static void set_slow_pair(const char *value)
{
	const int pair = (int)number(value);

	fake.slow_from = pair / 10;
	fake.slow_to = pair % 10;
}

static void set_board(const char *value)
{
	gb_text_copy(fake.board, sizeof fake.board, value);
}

static void set_leave(const char *value)
{
	fake.leave_at = gb_clock_now() + number(value);
}

static void set_noise(const char *value)
{
	static double factors[2];

	swing(&fake.times, factors, number(value));
}

/* The clock moves, and with it the time of a launch. */
static void set_drift(const char *value)
{
	static double factors[2], inverse[2];

	swing(&fake.clocks, factors, number(value));
	for (size_t i = 0; i < 2; i++)
		inverse[i] = 1 / factors[i];
	fake.times = (struct fake_series){ inverse, 2 };
}

/* A word sets a field to its number, or calls a function with its text. */
static const struct setting {
	const char *name;
	bool *flag;
	int *whole;
	unsigned int *natural;
	uint64_t *bytes;
	double *real;
	void (*set)(const char *value);
} words[] = {
	{ "fail", .set = set_fail }, /* fail=launch:3, or fail=launch:3+ for every one from the third on */
	{ "throttle", .set = set_throttle },
	{ "devices", .whole = &fake.devices },
	{ "node", .flag = &fake.of_node },
	{ "nodriver", .flag = &fake.no_driver },
	{ "nvml", .flag = &fake_identity.asked },
	{ "integrated", .flag = &fake_identity.integrated },
	{ "nouuid", .flag = &fake_identity.no_uuid },
	{ "nopeers", .flag = &fake.no_peers },
	{ "lostpeer", .whole = &fake.lost_peer },
	{ "hungpeer", .whole = &fake.hung_peer },
	{ "linksdown", .whole = &fake.links_down },
	{ "slowpair", .set = set_slow_pair }, /* 25: from card 2 to card 5 */
	{ "prohibited", .whole = &fake.prohibited },
	{ "nocode", .flag = &fake.no_code },
	{ "code", .whole = &fake.code },
	{ "computes", .flag = &fake.computes },
	{ "cc", .whole = &fake.cc },
	{ "board", .set = set_board },
	{ "free", .bytes = &fake.free_bytes },
	{ "sms", .whole = &fake.sms },
	{ "l2", .bytes = &fake.l2_bytes },
	{ "context", .bytes = &fake.context_bytes }, /* of the free bytes */
	{ "launch", .real = &fake.launch_seconds },  /* virtual seconds */
	{ "slow", .real = &fake.slow },
	{ "slowdevice", .whole = &fake.slow_device },
	{ "slowest", .real = &fake.slowest },
	{ "sleep", .real = &fake.sync_sleep_seconds }, /* real seconds of every wait for the device */
	{ "power", .real = &fake.power_w },
	{ "waiting", .real = &fake.waiting_w },    /* power while blocks only wait */
	{ "processes", .whole = &fake.processes }, /* of others */
	{ "busy", .whole = &fake.busy },           /* with others, percent */
	{ "workers", .whole = &fake.workers },     /* others during a point */
	{ "leave", .set = set_leave },             /* they leave after this many seconds */
	{ "link", .real = &fake.copy_bytes },      /* bytes per virtual second of a copy on a stream */
	{ "host", .bytes = &fake.host_bytes },     /* maximum size of a host buffer */
	{ "lanes", .whole = &fake.lanes },
	{ "hurries", .flag = &fake.hurries },
	{ "partitions", .whole = &fake.partitions },
	{ "memclock", .real = &fake.state.mem_clock_hz },
	{ "asleep", .natural = &fake.asleep },
	{ "noise", .set = set_noise },
	{ "drift", .set = set_drift },
};

static void set(const char *name, const char *value)
{
	const struct setting *s = words, *end = words + sizeof words / sizeof *words;

	/* sdc_xids=20: an error of this kind after 20 launches */
	for (int i = 0; i < GPU_COUNTERS; i++)
		if (strcmp(name, gpu_counter_text[i].metric) == 0) {
			fake.error_at[i] = (unsigned int)number(value);
			return;
		}
	while (s < end && strcmp(s->name, name) != 0)
		s++;
	if (s == end)
		bad_setting(name);
	else if (s->set != NULL)
		s->set(value);
	else if (s->flag != NULL)
		*s->flag = number(value) != 0;
	else if (s->whole != NULL)
		*s->whole = (int)number(value);
	else if (s->natural != NULL)
		*s->natural = (unsigned int)number(value);
	else if (s->bytes != NULL)
		*s->bytes = (uint64_t)number(value);
	else
		*s->real = number(value);
}

void fake_configure(const char *settings)
{
	char word[64];

	for (const char *at = settings; *at != '\0'; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
		word[0] = '\0';
		gb_text_add(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
		char *value = strchr(word, '=');
		if (value == NULL) {
			bad_setting(word);
			return;
		}
		*value = '\0';
		set(word, value + 1);
	}
}
