#include "host/dmi.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/heap.h"
#include "base/text.h"
#include "gpubench.h"

#define PATH "/sys/firmware/dmi/tables/DMI"

enum {
	HEADER = 4,
	MEMORY_DEVICE = 17,
	END_OF_TABLE = 127,
	/* Offsets in a memory device. */
	AT_WIDTH = 0x0a,
	AT_SIZE = 0x0c,
	AT_LOCATOR = 0x10,
	AT_BANK = 0x11,
	AT_TYPE = 0x12,
	AT_SPEED = 0x20,
	AT_SPEED_LARGE = 0x58,
	TABLE_MAX = 1 << 20,
	CHANNELS_MAX = 64,
	CHANNEL_TEXT = 64
};

/* `length` bytes, then the texts, up to `end`. */
struct structure {
	const unsigned char *at, *end;
	size_t length;
};

struct channels {
	char name[CHANNELS_MAX][CHANNEL_TEXT];
	size_t count;
};

/* ---- structures -------------------------------------------------------------------------------------------------- */

/* Advances *at; false: the rest is incomplete. */
static bool next_structure(const unsigned char **at, const unsigned char *end, struct structure *part)
{
	const size_t left = (size_t)(end - *at);

	if (left < HEADER || (*at)[1] < HEADER || (*at)[1] > left)
		return false;
	part->at = *at;
	part->length = (*at)[1];
	/* Each text ends with a 0, and the last with another one; without texts there are two zeros. */
	for (const unsigned char *text = *at + part->length; end - text >= 2; text++)
		if (text[0] == 0 && text[1] == 0) {
			part->end = text + 1;
			*at = text + 2;
			return true;
		}
	return false;
}

/* A number of this many bytes, low byte first; 0: the structure of an older firmware is too short. */
static uint32_t read_number(const struct structure *part, size_t offset, size_t bytes)
{
	uint32_t number = 0;

	for (size_t i = bytes; i > 0 && offset + bytes <= part->length; i--)
		number = number << 8 | part->at[offset + i - 1];
	return number;
}

/* The text whose number, from 1, is at the offset. */
static void read_text(const struct structure *part, size_t offset, char *text, size_t size)
{
	const unsigned char *at = part->at + part->length;
	uint32_t number = read_number(part, offset, 1);

	text[0] = '\0';
	if (number == 0)
		return;
	for (; at < part->end && --number > 0;) {
		const unsigned char *stop = memchr(at, 0, (size_t)(part->end - at));
		if (stop == NULL)
			return;
		at = stop + 1;
	}
	/* The last text must end within the structure. */
	if (at < part->end && memchr(at, 0, (size_t)(part->end - at)) != NULL)
		gb_text_copy(text, size, (const char *)at);
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* Keep the part of the text that identifies the channel: "P0 CHANNEL A", "P0_Node1_Channel2_Dimm0" without its end, or
 * "P1-DIMMA1" without the slot. False: the text has none of these forms. */
static bool cut_at_channel(char *text)
{
	char *at = strcasestr(text, "channel");

	if (at != NULL) {
		at += strlen("channel");
		at += strspn(at, " _-");
		const size_t name = strspn(at, "ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789");
		at[name] = '\0';
		return name > 0;
	}
	at = strcasestr(text, "dimm");
	if (at == NULL)
		return false;
	at += strlen("dimm");
	at += strspn(at, " _-");
	if (!isupper((unsigned char)at[0]) || !isdigit((unsigned char)at[1]) || at[2] != '\0')
		return false;
	at[1] = '\0';
	return true;
}

static int note_channel(struct channels *channels, const struct structure *part, struct gb_error *error)
{
	char bank[CHANNEL_TEXT], locator[CHANNEL_TEXT], *channel = bank;

	read_text(part, AT_BANK, bank, sizeof bank);
	read_text(part, AT_LOCATOR, locator, sizeof locator);
	if (!cut_at_channel(bank)) {
		channel = locator;
		if (!cut_at_channel(locator))
			return gb_error_skip(error, "DMI does not report the channels of the memory modules");
	}
	for (size_t i = 0; i < channels->count; i++)
		if (strcmp(channels->name[i], channel) == 0)
			return GB_OK;
	if (channels->count == CHANNELS_MAX)
		return gb_error_skip(error, "DMI reports more than %d memory channels", CHANNELS_MAX);
	gb_text_copy(channels->name[channels->count++], CHANNEL_TEXT, channel);
	return GB_OK;
}

/* ---- modules ----------------------------------------------------------------------------------------------------- */

/* DDR3, DDR4, LPDDR to LPDDR4, DDR5, LPDDR5. */
static bool is_dram(uint32_t type)
{
	return type == 0x18 || (type >= 0x1a && type <= 0x1e) || type == 0x22 || type == 0x23;
}

static int note_module(struct gb_dmi_memory *memory, struct channels *channels, uint32_t *width,
		       const struct structure *part, struct gb_error *error)
{
	const uint32_t bits = read_number(part, AT_WIDTH, 2), mega = read_number(part, AT_SPEED, 2);
	const double hz = 1e6 * (mega == 0xffff ? read_number(part, AT_SPEED_LARGE, 4) : mega);

	if (!is_dram(read_number(part, AT_TYPE, 1)) || bits == 0 || bits == 0xffff || !(hz > 0))
		return gb_error_skip(error, "DMI does not report the speed of the memory modules");
	if (memory->modules > 0 && (hz != memory->transfers_hz || bits != *width)) { /* these are integers */
		return gb_error_skip(error, "DMI reports memory modules of several speeds");
	}
	memory->transfers_hz = hz;
	*width = bits;
	memory->modules++;
	return note_channel(channels, part, error);
}

int gb_dmi_memory(const unsigned char *table, size_t size, struct gb_dmi_memory *memory, struct gb_error *error)
{
	const unsigned char *at = table, *const end = table + size;
	struct channels channels = { .count = 0 };
	uint32_t width = 0;
	struct structure part;
	int status = GB_OK;

	*memory = (struct gb_dmi_memory){ 0 };
	while (status == GB_OK && at < end) {
		if (!next_structure(&at, end, &part))
			return gb_error_skip(error, "DMI is broken at byte %zu of %zu", (size_t)(at - table), size);
		if (part.at[0] == END_OF_TABLE)
			break;
		/* Size 0: an empty slot. */
		if (part.at[0] == MEMORY_DEVICE && read_number(&part, AT_SIZE, 2) != 0)
			status = note_module(memory, &channels, &width, &part, error);
	}
	if (status == GB_OK && memory->modules == 0) {
		gb_error_write(error, "DMI reports no memory module");
		status = GB_SKIPPED;
	}
	memory->channels = channels.count;
	memory->bits = width * (uint32_t)channels.count;
	return status;
}

/* ---- this machine ------------------------------------------------------------------------------------------------ */

static bool is_virtual(void)
{
#if defined(__x86_64__)
	unsigned int a, b, c, d;

	return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c >> 31 & 1) != 0; /* set by hypervisors */
#else
	return false;
#endif
}

int gb_dmi_read(struct gb_dmi_memory *memory, struct gb_error *error)
{
	FILE *file = fopen(PATH, "rb");

	*memory = (struct gb_dmi_memory){ 0 };
	if (file == NULL)
		return gb_error_skip(error, "no access to DMI %s: %s",
				     is_virtual() ? "in this virtual machine" : "here", strerror(errno));
	unsigned char *table = gb_heap_array(TABLE_MAX, 1);
	const size_t size = fread(table, 1, TABLE_MAX, file);
	const int status = gb_dmi_memory(table, size, memory, error);
	free(table);
	fclose(file);
	return status;
}
