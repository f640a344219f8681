#include "judge/judge_settings.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* Properties in which GPUs can differ: their names in --expect and in findings. */
enum { SETTING_TEXT = 64 };
static const struct setting {
	const char *word, *name, *unit;
	size_t offset;
	bool is_number, is_switch;
} settings[] = {
	{ "driver", "driver", "", offsetof(struct gb_gpu_roofs, driver), false, false },
	{ "vbios", "VBIOS", "", offsetof(struct gb_gpu_roofs, vbios), false, false },
	{ "ecc", "ECC", "", offsetof(struct gb_gpu_roofs, ecc), false, true },
	{ "mig", "MIG", "", offsetof(struct gb_gpu_roofs, mig), false, true },
	{ "power", "power limit", " W", offsetof(struct gb_gpu_roofs, power_limit_w), true, false },
	{ "sms", "SMs", "", offsetof(struct gb_gpu_roofs, sms), true, false },
	{ "lanes", "PCIe lanes", "", offsetof(struct gb_gpu_roofs, pcie_lanes), true, false },
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* "": unknown. */
static void read_setting(const struct setting *setting, const struct gb_gpu_roofs *gpu, char text[SETTING_TEXT])
{
	const void *const at = (const char *)gpu + setting->offset;

	text[0] = '\0';
	if (!setting->is_number)
		gb_text_copy(text, SETTING_TEXT, *(const char *const *)at);
	else if (isfinite(*(const double *)at))
		snprintf(text, SETTING_TEXT, "%.0f", *(const double *)at);
}

static size_t count_alike(const struct setting *setting, const struct gb_gpu_roofs *gpu, size_t count, const char *text)
{
	char other[SETTING_TEXT];
	size_t alike = 0;

	for (size_t i = 0; i < count; i++) {
		read_setting(setting, &gpu[i], other);
		alike += strcmp(other, text) == 0;
	}
	return alike;
}

/* Returns the value that most GPUs of a model have, and the number of GPUs with it. */
static size_t most_have(const struct setting *setting, const struct gb_fleet_model *model, char most[SETTING_TEXT])
{
	char text[SETTING_TEXT];
	long lead = 0;

	most[0] = '\0';
	for (size_t i = 0; i < model->gpus; i++) { /* a majority value remains when pairs of different values are
	                                            * removed */
		read_setting(setting, &model->gpu[i], text);
		if (text[0] != '\0' && lead == 0)
			gb_text_copy(most, SETTING_TEXT, text);
		lead += text[0] == '\0' ? 0 : strcmp(text, most) == 0 ? 1 : -1;
	}
	return most[0] != '\0' ? count_alike(setting, model->gpu, model->gpus, most) : 0;
}

/* Adds a finding for each differing value, which names the first GPU with this value. */
static void find_differences(struct gb_verdict *verdict, const struct gb_fleet_model *model,
			     const struct setting *setting)
{
	char most[SETTING_TEXT], text[SETTING_TEXT];
	const size_t peers = most_have(setting, model, most);

	for (size_t i = 0; i < model->gpus; i++) {
		read_setting(setting, &model->gpu[i], text);
		if (text[0] == '\0' || strcmp(text, most) == 0 || count_alike(setting, model->gpu, i, text) > 0)
			continue;
		const size_t more = count_alike(setting, &model->gpu[i] + 1, model->gpus - i - 1, text);
		char others[64] = "";
		if (more > 0)
			snprintf(others, sizeof others, ", as of %zu more", more);
		gb_verdict_remark(verdict, GB_FOUND_DIFFERS, &model->gpu[i], "%s %s%s%s, %zu peer%s %s%s",
				  setting->name, text, setting->unit, others, peers, gb_text_plural(peers), most,
				  setting->unit);
	}
}

/* Converts a value to the form of rows: "700W" and "700.00" to "700", "Enabled" to "on"; "": not a value. */
static void read_value(const struct setting *setting, const char *given, char value[SETTING_TEXT])
{
	const bool on = strcasecmp(given, "on") == 0 || strcasecmp(given, "enabled") == 0;
	const bool off = strcasecmp(given, "off") == 0 || strcasecmp(given, "disabled") == 0;
	char *end;
	const double number = strtod(given, &end);
	const char *unit = setting->unit + strspn(setting->unit, " "), *after = end + strspn(end, " ");
	const bool fits = end > given && number >= 0 && number < 1e9 && strcasecmp(after, *after ? unit : "") == 0;

	gb_text_copy(value, SETTING_TEXT, !setting->is_switch ? given : on ? "on" : off ? "off" : "");
	if (setting->is_number)
		value[0] = '\0';
	if (setting->is_number && fits)
		snprintf(value, SETTING_TEXT, "%.0f", number);
}

/* NULL: there is no such setting, or not with such a value. */
static const struct setting *find_setting(const char *expect, char value[SETTING_TEXT])
{
	for (size_t i = 0; i < SETTINGS; i++) {
		const size_t length = strlen(settings[i].word);
		if (strncmp(expect, settings[i].word, length) == 0 && expect[length] == '=') {
			read_value(&settings[i], expect + length + 1, value);
			return value[0] != '\0' ? &settings[i] : NULL;
		}
	}
	return NULL;
}

bool gb_settings_can_expect(const char *text)
{
	char value[SETTING_TEXT];

	return find_setting(text, value) != NULL;
}

void gb_settings_expect(struct gb_verdict *verdict, const struct gb_gpu_roofs *gpu, const char *const *expect,
			size_t count)
{
	char text[SETTING_TEXT], value[SETTING_TEXT];

	for (size_t i = 0; i < count; i++) {
		const struct setting *setting = find_setting(expect[i], value);
		const size_t length = strlen(value);
		read_setting(setting, gpu, text);
		if (text[0] == '\0')
			gb_verdict_remark(verdict, GB_FOUND_OPEN, gpu, "%s is unknown, expected %s%s", setting->name,
					  value, setting->unit);
		else if (strncasecmp(text, value, length) != 0 || (text[length] != '\0' && text[length] != '.'))
			gb_verdict_remark(verdict, GB_FOUND_UNEXPECTED, gpu, "%s %s%s, expected %s%s", setting->name,
					  text, setting->unit, value, setting->unit);
	}
}

void gb_settings_compare(struct gb_verdict *verdict, const struct gb_fleet_model *model)
{
	for (size_t i = 0; i < SETTINGS; i++)
		find_differences(verdict, model, &settings[i]);
}
