/* Memory modules by DMI, from hand-made tables and from those of real machines, but not of this one. */
#include "host/dmi.h"

#include "support.h"

struct made {
	unsigned char bytes[4096];
	size_t size;
};

/* A module with `mega` MT/s, or with 0 bytes for an empty slot. */
static void add_module(struct made *t, unsigned int size, unsigned int mega, const char *locator, const char *bank)
{
	unsigned char *at = t->bytes + t->size;

	memset(at, 0, 0x5c);
	at[0] = 17;
	at[1] = 0x5c;
	at[0x08] = 80;
	at[0x0a] = 64;
	at[0x0c] = (unsigned char)size;
	at[0x0d] = (unsigned char)(size >> 8);
	at[0x10] = 1;
	at[0x11] = 2;
	at[0x12] = 0x22;
	at[0x20] = (unsigned char)mega;
	at[0x21] = (unsigned char)(mega >> 8);
	t->size += 0x5c;
	t->size += (size_t)sprintf((char *)t->bytes + t->size, "%s", locator) + 1;
	t->size += (size_t)sprintf((char *)t->bytes + t->size, "%s", bank) + 1;
	t->bytes[t->size++] = 0;
}

static void add_end(struct made *t)
{
	static const unsigned char end[] = { 127, 4, 0, 0, 0, 0 };

	memcpy(t->bytes + t->size, end, sizeof end);
	t->size += sizeof end;
}

static void expect(const struct made *t, size_t channels, double transfers_hz)
{
	struct gb_dmi_memory m;

	assert_ok(gb_dmi_memory(t->bytes, t->size, &m, &error), error);
	assert_int_equal(m.channels, channels);
	assert_int_equal(m.bits, 64 * channels);
	assert_true(m.transfers_hz == transfers_hz);
}

static void expect_not_known(const struct made *t, const char *why)
{
	gb_error_clear(&error);
	struct gb_dmi_memory m;

	assert_skips(gb_dmi_memory(t->bytes, t->size, &m, &error), why);
}

TEST(channels_with_modules_count_once)
{
	struct made t = { .size = 0 };

	add_module(&t, 0x7fff, 4800, "DIMM 0", "P0 CHANNEL A");
	add_module(&t, 0x7fff, 4800, "DIMM 1", "P0 CHANNEL A");
	add_module(&t, 0x7fff, 4800, "DIMM 0", "P0 CHANNEL B");
	add_module(&t, 0, 0, "DIMM 0", "P0 CHANNEL C");
	add_module(&t, 0x7fff, 4800, "DIMM 0", "P1 CHANNEL A");
	expect(&t, 3, 4800e6);
	add_end(&t);
	add_module(&t, 0x7fff, 4800, "DIMM 0", "P1 CHANNEL B"); /* what follows the end is ignored */
	expect(&t, 3, 4800e6);
}

TEST(channels_by_other_names)
{
	struct made t = { .size = 0 };

	add_module(&t, 16384, 5600, "P1-DIMMA1", "P0_Node0_Channel0_Dimm0");
	add_module(&t, 16384, 5600, "P1-DIMMA2", "P0_Node0_Channel0_Dimm1");
	add_module(&t, 16384, 5600, "P1-DIMMB1", "BANK 0");
	add_module(&t, 16384, 5600, "P1-DIMMB2", "BANK 0");
	expect(&t, 2, 5600e6);
}

TEST(a_speed_in_the_large_field)
{
	struct made t = { .size = 0 };

	add_module(&t, 16384, 0xffff, "DIMM 0", "P0 CHANNEL A");
	t.bytes[0x58] = 0x40;
	t.bytes[0x59] = 0x11;
	t.bytes[0x5a] = 0x01;
	expect(&t, 1, 69952e6);
	t.bytes[1] = 0x58; /* an older structure ends before this, so the bytes after it name no channel */
	expect_not_known(&t, "speed");
}

TEST(what_it_does_not_tell)
{
	struct made none = { .size = 0 }, machine = { .size = 0 }, mixed = { .size = 0 }, places = { .size = 0 };

	add_end(&none);
	expect_not_known(&none, "DMI reports no memory module");
	add_module(&machine, 16384, 0, "DIMM 0", ""); /* as emulators have it */
	expect_not_known(&machine, "DMI does not report the speed");
	add_module(&mixed, 16384, 4800, "DIMM 0", "P0 CHANNEL A");
	add_module(&mixed, 16384, 4400, "DIMM 0", "P0 CHANNEL B");
	expect_not_known(&mixed, "several speeds");
	add_module(&places, 16384, 4800, "PROC 1 DIMM 3", "Not Specified");
	expect_not_known(&places, "DMI does not report the channels");
}

/* tests/data/dmi: the memory devices of machines whose tables are in smbios/testdata of
 * github.com/siderolabs/go-smbios, without serial numbers. */
static void read_real(struct made *t, const char *name)
{
	char path[64];

	snprintf(path, sizeof path, "tests/data/dmi/%s.dmi", name);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	t->size = fread(t->bytes, 1, sizeof t->bytes, file);
	fclose(file);
	assert_in_range(t->size, 100, sizeof t->bytes - 1);
}

TEST(real_machines)
{
	struct made t;

	read_real(&t, "ryzen"); /* a board of ASRock: a module in each of two channels, the other places empty */
	expect(&t, 2, 2400e6);
	read_real(&t,
		  "dual-xeon"); /* Supermicro: two processors with four channels each, two modules in each of those */
	expect(&t, 8, 1333e6);
	read_real(&t, "poweredge-r630"); /* Dell names slots A1 to B12, and the channel differs between models */
	expect_not_known(&t, "DMI does not report the channels");
	read_real(&t, "quad-opteron"); /* Supermicro, SMBIOS 2.6: no configured speed yet */
	expect_not_known(&t, "DMI does not report the speed");
}

/* Cut anywhere, or with any byte changed, in memory that ends there, so that a sanitizer detects reads past the end. */
TEST(any_bytes_may_come)
{
	struct made t = { .size = 0 };
	struct gb_dmi_memory m;

	add_module(&t, 16384, 4800, "DIMM 0", "P0 CHANNEL A");
	add_end(&t);
	for (size_t size = 0; size <= t.size; size++) {
		unsigned char *cut = malloc(size + 1);
		memcpy(cut, t.bytes, size);
		unsigned char *exact = realloc(cut, size > 0 ? size : 1);
		assert_non_null(exact);
		const int status = gb_dmi_memory(exact, size, &m, &error);
		/* A complete structure alone is enough, and so is a complete table. */
		assert_int_equal(status, size == t.size - 6 || size == t.size ? GB_OK : GB_SKIPPED);
		for (size_t i = 0; i < size; i++)
			for (unsigned int flip = 1; flip < 256; flip += 2) {
				exact[i] ^= (unsigned char)flip;
				gb_dmi_memory(exact, size, &m, &error);
				exact[i] ^= (unsigned char)flip;
			}
		free(exact);
	}
}
