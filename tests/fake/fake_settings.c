/* fake_settings.c: what the fake device of gpubench-fake is like, as the environment says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "device/nvml.h"
#include "fake_nvml.h"
#include "fake_settings.h"
#include "gpu_fake.h"

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

/* Launch times, or clocks, that swing by a part: swing(&series, 0.1) is 0.9, 1.1, 0.9, ... */
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

	gb_nvml_reasons(bits, fake.state.throttle, sizeof fake.state.throttle);
	fake.state.slowdown = gb_nvml_is_slowdown(bits);
}

static void set_slow_pair(int pair)
{
	fake.slow_from = pair / 10;
	fake.slow_to = pair % 10;
}

static void set(const char *name, const char *value)
{
	static double times[2], clocks[2];

	if (strcmp(name, "fail") == 0) /* fail=launch:3, or fail=launch:3+ for every one from the third on */
		set_fail(value);
	else if (strcmp(name, "throttle") == 0)
		set_throttle(value);
	else if (strcmp(name, "devices") == 0)
		fake.devices = (int)number(value);
	else if (strcmp(name, "node") == 0)
		fake.of_node = number(value) != 0;
	else if (strcmp(name, "nodriver") == 0)
		fake.no_driver = number(value) != 0;
	else if (strcmp(name, "nvml") == 0)
		fake_nvml.asked = number(value) != 0;
	else if (strcmp(name, "integrated") == 0)
		fake_nvml.integrated = number(value) != 0;
	else if (strcmp(name, "nouuid") == 0)
		fake_nvml.no_uuid = number(value) != 0;
	else if (strcmp(name, "nopeers") == 0)
		fake.no_peers = number(value) != 0;
	else if (strcmp(name, "lostpeer") == 0)
		fake.lost_peer = (int)number(value);
	else if (strcmp(name, "hungpeer") == 0)
		fake.hung_peer = (int)number(value);
	else if (strcmp(name, "linksdown") == 0)
		fake.links_down = (int)number(value);
	else if (strcmp(name, "slowpair") == 0) /* 25: from card 2 to card 5 */
		set_slow_pair((int)number(value));
	else if (strcmp(name, "prohibited") == 0)
		fake.prohibited = (int)number(value);
	else if (strcmp(name, "nocode") == 0)
		fake.no_code = number(value) != 0;
	else if (strcmp(name, "code") == 0)
		fake.code = (int)number(value);
	else if (strcmp(name, "computes") == 0)
		fake.computes = number(value) != 0;
	else if (strcmp(name, "cc") == 0)
		fake.cc = (int)number(value);
	else if (strcmp(name, "free") == 0)
		fake.free_bytes = (uint64_t)number(value);
	else if (strcmp(name, "sms") == 0)
		fake.sms = (int)number(value);
	else if (strcmp(name, "l2") == 0)
		fake.l2_bytes = (uint64_t)number(value);
	else if (strcmp(name, "context") == 0) /* bytes of the free ones that it takes */
		fake.context_bytes = (uint64_t)number(value);
	else if (strcmp(name, "launch") == 0) /* virtual seconds */
		fake.launch_seconds = number(value);
	else if (strcmp(name, "slow") == 0)
		fake.slow = number(value);
	else if (strcmp(name, "slowdevice") == 0)
		fake.slow_device = (int)number(value);
	else if (strcmp(name, "slowest") == 0)
		fake.slowest = number(value);
	else if (strcmp(name, "sleep") == 0) /* real seconds of every wait for the device */
		fake.sync_sleep_seconds = number(value);
	else if (strcmp(name, "power") == 0)
		fake.power_w = number(value);
	else if (strcmp(name, "processes") == 0) /* of others */
		fake.processes = (int)number(value);
	else if (strcmp(name, "busy") == 0) /* with others, percent */
		fake.busy = (int)number(value);
	else if (strcmp(name, "workers") == 0) /* others during a point */
		fake.workers = (int)number(value);
	else if (strcmp(name, "leave") == 0) /* they do, after so many seconds */
		fake.leave_at = gb_clock_now() + number(value);
	else if (strcmp(name, "link") == 0) /* bytes a virtual second of a copy on a stream */
		fake.copy_bytes = number(value);
	else if (strcmp(name, "host") == 0) /* bytes of one buffer of the host, at most */
		fake.host_bytes = (uint64_t)number(value);
	else if (strcmp(name, "lanes") == 0)
		fake.lanes = (int)number(value);
	else if (strcmp(name, "hurries") == 0)
		fake.hurries = number(value) != 0;
	else if (strcmp(name, "partitions") == 0)
		fake.partitions = (int)number(value);
	else if (strcmp(name, "memclock") == 0)
		fake.state.mem_clock_hz = number(value);
	else if (strcmp(name, "asleep") == 0)
		fake.asleep = (unsigned int)number(value);
	else if (strcmp(name, "noise") == 0)
		swing(&fake.times, times, number(value));
	else if (strcmp(name, "drift") == 0)
		swing(&fake.clocks, clocks, number(value));
	else
		bad_setting(name);
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
