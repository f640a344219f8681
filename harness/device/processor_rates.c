/* Sources
 *   x86: Agner Fog, "The microarchitecture of Intel, AMD and VIA CPUs" and "Instruction tables"; AMD, "Software
 *     Optimization Guide" of families 17h, 19h and 1Ah; Intel, "64 and IA-32 Architectures Optimization
 *     Reference Manual".
 *   Arm: the "Software Optimization Guide" of each Neoverse core.
 * L3 is unknown: no readable document for AMD's was found, and those of Intel and Arm are on a ring or a mesh with a
 * separate clock, which a program cannot read. FP64 and FP32: multiply-add pipes x vector elements x 2. Loads: load
 * pipes x bytes of each. L2: the width of its path to L1, which few processors reach. A design with two AVX-512
 * multiply-add pipes in some models and one in others has two here, as this is a limit. Values without a
 * source are 0. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "device/processor.h"
#include "device/rates.h"

struct entry {
	const char *vendor;
	int family, first, last; /* models, both included */
	double fp64;             /* FLOP per clock and core; FP32 is twice that */
	double l1_bytes;         /* read, per clock and core */
	double l2_bytes;         /* from L2 to L1, likewise */
	const char *kind;        /* the manufacturer's name of the design */
};

static const struct entry table[] = {
	// clang-format off
	{ "AuthenticAMD", 0x17, 0x00,  0x2f,   8,  32, 32, "Zen" }, /* and Zen+ */
	{ "AuthenticAMD", 0x17, 0x30,  0xff,  16,  64, 32, "Zen 2" },
	{ "AuthenticAMD", 0x19, 0x00,  0x0f,  16,  64, 32, "Zen 3" }, /* EPYC 7003 */
	{ "AuthenticAMD", 0x19, 0x10,  0x1f,  16,  64, 32, "Zen 4" }, /* EPYC 9004; AVX-512 in two halves */
	{ "AuthenticAMD", 0x19, 0x20,  0x5f,  16,  64, 32, "Zen 3" },
	{ "AuthenticAMD", 0x19, 0x60,  0xaf,  16,  64, 32, "Zen 4" }, /* and Zen 4c */
	{ "AuthenticAMD", 0x1a, 0x00,  0x1f,  32, 128, 64, "Zen 5" }, /* EPYC 9005 */
	{ "GenuineIntel", 0x06, 0x3c,  0x3f,  16,  64, 64, "Haswell" },
	{ "GenuineIntel", 0x06, 0x4f,  0x4f,  16,  64, 64, "Broadwell" }, /* Xeon */
	{ "GenuineIntel", 0x06, 0x55,  0x55,  32, 128, 64, "Skylake to Cooper Lake" }, /* Xeon; also Cascade Lake */
	{ "GenuineIntel", 0x06, 0x6a,  0x6c,  32, 128, 64, "Ice Lake" }, /* Xeon */
	{ "GenuineIntel", 0x06, 0x8f,  0x8f,  32, 128, 64, "Sapphire Rapids" },
	{ "GenuineIntel", 0x06, 0xcf,  0xcf,  32, 128, 64, "Emerald Rapids" },
	{ "GenuineIntel", 0x06, 0xad,  0xae,  32, 128, 64, "Granite Rapids" },
	{ "Arm",          0x41, 0xd0c, 0xd0c,  8,  32,  0, "Neoverse N1" },
	{ "Arm",          0x41, 0xd40, 0xd40, 16,  64,  0, "Neoverse V1" },
	{ "Arm",          0x41, 0xd4f, 0xd4f, 16,  48,  0, "Neoverse V2" }, /* Grace */
	// clang-format on
};

static const struct entry *find(const char *vendor, int family, int model)
{
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(table[i].vendor, vendor) == 0 && table[i].family == family && table[i].first <= model &&
		    model <= table[i].last)
			return &table[i];
	return NULL;
}

struct gb_rates gb_processor_rates(const char *vendor, int family, int model)
{
	const struct entry *entry = find(vendor, family, model);
	struct gb_rates rates = gb_rates_of(0, 0);

	if (entry != NULL) {
		rates.fp64 = entry->fp64;
		rates.fp32 = 2 * entry->fp64;
		rates.l1_bytes = entry->l1_bytes;
		rates.l2_bytes = entry->l2_bytes > 0 ? entry->l2_bytes : (double)NAN;
	}
	return rates;
}

const char *gb_processor_kind(const char *vendor, int family, int model)
{
	const struct entry *entry = find(vendor, family, model);

	return entry != NULL ? entry->kind : NULL;
}

void gb_processor_tell(char *name, size_t size, const char *vendor, int family, int model)
{
	const struct entry *entry = find(vendor, family, model);

	if (name[strcspn(name, "0123456789")] != '\0' || family == 0)
		return;
	if (entry != NULL)
		gb_text_add(name, size, " (%s)", entry->kind);
	else
		gb_text_add(name, size, " (family %d, model %d)", family, model);
}
