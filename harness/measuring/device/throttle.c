#include "device/throttle.h"

#include <stddef.h>

#include "base/text.h"
#include "device/gpu.h"

static const struct {
	unsigned long long bit;
	const char *word;
} reason_words[] = {
	{ 0x1, "idle" },
	{ 0x2, "application_clocks" },
	{ 0x4, GB_POWER_CAP },
	{ 0x8, "hw_slowdown" },
	{ 0x10, "sync_boost" },
	{ 0x20, "sw_thermal_slowdown" },
	{ 0x40, "hw_thermal_slowdown" },
	{ 0x80, "hw_power_brake" },
	{ 0x100, "display_clocks" },
};

void gb_throttle_write(unsigned long long bits, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < sizeof reason_words / sizeof reason_words[0]; i++)
		if (bits & reason_words[i].bit) {
			gb_text_add(text, size, "%s%s", text[0] ? "|" : "", reason_words[i].word);
			bits &= ~reason_words[i].bit;
		}
	if (bits != 0)
		gb_text_add(text, size, "%s0x%llx", text[0] ? "|" : "", bits);
	if (text[0] == '\0')
		gb_text_copy(text, size, "none");
}
