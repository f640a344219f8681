#include "device/processor.h"

#include <hwloc.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/host.h"
#include "base/text.h"
#include "device/rates.h"

/* ---- cores and nodes -------------------------------------------------------------------------------------------- */

/* The index of a core's NUMA node among those with cores; 0 if the system has none. */
static int core_node(hwloc_topology_t topology, hwloc_obj_t core)
{
	hwloc_obj_t node = NULL;
	int number = 0;

	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL) {
		if (hwloc_bitmap_iszero(node->cpuset))
			continue;
		if (hwloc_bitmap_intersects(node->cpuset, core->cpuset))
			return number;
		number++;
	}
	return 0;
}

static hwloc_obj_t find_node(hwloc_topology_t topology, int number)
{
	hwloc_obj_t node = NULL;

	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL)
		if (!hwloc_bitmap_iszero(node->cpuset) && number-- == 0)
			return node;
	return NULL;
}

static int compare_cores(const void *left, const void *right)
{
	const struct gb_core *a = left, *b = right;

	return a->node != b->node ? a->node - b->node : (a->cpu > b->cpu) - (a->cpu < b->cpu);
}

static int read_cores(struct gb_processor *p, hwloc_topology_t topology, struct gb_error *error)
{
	/* Some virtual machines report hardware threads, but no cores. */
	const hwloc_obj_type_t type =
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
	const int count = hwloc_get_nbobjs_by_type(topology, type);
	const int threads = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);

	p->core = gb_heap_array(count > 0 ? (size_t)count : 1, sizeof *p->core);
	for (hwloc_obj_t core = NULL; (core = hwloc_get_next_obj_by_type(topology, type, core)) != NULL;) {
		p->core[p->cores].cpu = (unsigned int)hwloc_bitmap_first(core->cpuset);
		p->core[p->cores].node = core_node(topology, core);
		p->cores++;
	}
	if (p->cores == 0)
		return gb_error_set(error, "hwloc finds no core that this process may run on");
	qsort(p->core, p->cores, sizeof *p->core, compare_cores);
	p->nodes = 1 + p->core[p->cores - 1].node;
	p->threads = threads > 0 ? (size_t)threads : p->cores;
	return GB_OK;
}

/* In bytes, over all caches of this type. */
static uint64_t cache_bytes(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	hwloc_obj_t cache = NULL;
	uint64_t bytes = 0;

	while ((cache = hwloc_get_next_obj_by_type(topology, type, cache)) != NULL)
		bytes += cache->attr->cache.size;
	return bytes;
}

static void read_sizes(struct gb_processor *p, hwloc_topology_t topology)
{
	const int packages = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE);

	p->packages = packages > 0 ? (size_t)packages : 0;
	p->l1_bytes = cache_bytes(topology, HWLOC_OBJ_L1CACHE) / p->cores;
	p->l2_bytes = cache_bytes(topology, HWLOC_OBJ_L2CACHE);
	p->l3_bytes = cache_bytes(topology, HWLOC_OBJ_L3CACHE);
	p->memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* ---- name and model ---------------------------------------------------------------------------------------------- */

static const char *package_info(hwloc_obj_t package, const char *name)
{
	const char *text = package != NULL ? hwloc_obj_get_info_by_name(package, name) : NULL;

	return text != NULL ? text : "";
}

static void read_model(struct gb_processor *p, hwloc_topology_t topology)
{
	hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
	const char *implementer = package_info(package, "CPUImplementer");
	char name[sizeof p->name] = "";

	gb_text_copy(name, sizeof name, package_info(package, "CPUModel"));
	/* Vendors pad the name with spaces. */
	for (const char *word = strtok(name, " "); word != NULL; word = strtok(NULL, " "))
		gb_text_add(p->name, sizeof p->name, "%s%s", p->name[0] ? " " : "", word);
	if (implementer[0] != '\0') {
		const char *part = package_info(package, "CPUPart");
		const int family = (int)strtol(implementer, NULL, 0), model = (int)strtol(part, NULL, 0);
		const char *kind = gb_processor_kind("Arm", family, model);
		p->rates = gb_processor_rates("Arm", family, model);
		/* Few Linux systems know the names of Arm processors. */
		if (p->name[0] == '\0' && kind != NULL)
			gb_text_add(p->name, sizeof p->name, "Arm %s", kind);
		else if (p->name[0] == '\0')
			gb_text_add(p->name, sizeof p->name, "Arm processor, implementer %s, part %s", implementer,
				    part);
	} else {
		const char *vendor = package_info(package, "CPUVendor");
		const int family = (int)strtol(package_info(package, "CPUFamilyNumber"), NULL, 10);
		const int model = (int)strtol(package_info(package, "CPUModelNumber"), NULL, 10);
		p->rates = gb_processor_rates(vendor, family, model);
		if (p->name[0] != '\0')
			gb_processor_tell(p->name, sizeof p->name, vendor, family, model);
	}
	if (p->name[0] == '\0')
		gb_text_copy(p->name, sizeof p->name, "processor");
}

/* ---- all properties --------------------------------------------------------------------------------------------- */

/* The cores that taskset or a batch system withholds must not be measured. */
static void restrict_to_ours(hwloc_topology_t topology)
{
	hwloc_bitmap_t ours = hwloc_bitmap_alloc();

	if (ours != NULL && hwloc_get_cpubind(topology, ours, HWLOC_CPUBIND_PROCESS) == 0 && !hwloc_bitmap_iszero(ours))
		hwloc_topology_restrict(topology, ours, 0);
	hwloc_bitmap_free(ours);
}

int gb_processor_read(struct gb_processor *p, struct gb_error *error)
{
	hwloc_topology_t topology;

	*p = (struct gb_processor){ 0 };
	if (!gb_host_tells_cores())
		return gb_error_set(error, "sched_getaffinity: the kernel does not report which cores may be used");
	if (hwloc_topology_init(&topology) != 0)
		return gb_error_set(error, "hwloc_topology_init failed");
	if (hwloc_topology_load(topology) != 0) {
		hwloc_topology_destroy(topology);
		return gb_error_set(error, "hwloc_topology_load failed");
	}
	p->topology = topology;
	restrict_to_ours(topology);
	int status = read_cores(p, topology, error);
	if (status == GB_OK) {
		read_sizes(p, topology);
		read_model(p, topology);
	} else {
		gb_processor_free(p);
	}
	return status;
}

void gb_processor_free(struct gb_processor *p)
{
	if (p->topology != NULL)
		hwloc_topology_destroy(p->topology);
	free(p->core);
	*p = (struct gb_processor){ 0 };
}

int gb_processor_bind(const struct gb_processor *p, size_t core)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	int status = GB_FAILED;

	if (set != NULL && hwloc_bitmap_only(set, p->core[core].cpu) == 0 &&
	    hwloc_set_cpubind(p->topology, set, HWLOC_CPUBIND_THREAD) == 0)
		status = GB_OK;
	hwloc_bitmap_free(set);
	return status;
}

int gb_processor_has_node(const struct gb_processor *p, int node, struct gb_error *error)
{
	if (node < p->nodes)
		return GB_OK;
	return gb_error_skip(error, "this host has %d NUMA node%s with cores", p->nodes, p->nodes == 1 ? "" : "s");
}

int gb_processor_place(const struct gb_processor *p, void *at, uint64_t bytes, int node, struct gb_error *error)
{
	int status = gb_processor_has_node(p, node, error);

	if (status != GB_OK || p->nodes == 1)
		return status;
	hwloc_obj_t to = find_node(p->topology, node);
	if (hwloc_set_area_membind(p->topology, at, bytes, to->nodeset, HWLOC_MEMBIND_BIND, HWLOC_MEMBIND_BYNODESET) ==
	    0)
		return GB_OK;
	return gb_error_skip(error, "the system cannot bind memory to NUMA node %u", to->os_index);
}

/* ---- the clock of a core ----------------------------------------------------------------------------------------- */

/* Adds two registers into one of them: one cycle each on every x86-64 and 64-bit Arm processor, because each addition
 * waits for the previous one. (Additions of constants may take less: newer cores fold them at renaming.) */
#if defined(__x86_64__)
#define ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define ADD "add %0, %0, %1\n\t"
#endif

#ifdef ADD
#define ADD_10  ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
#define ADD_100 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10

/* The shortest of several tries, because interrupts only lengthen a try. */
static double time_additions(size_t hundreds)
{
	double best = INFINITY;

	for (int i = 0; i < 3; i++) {
		unsigned long sum = 0;
		const double start = gb_clock_now();
		for (size_t n = 0; n < hundreds; n++)
			__asm__ volatile(ADD_100 : "+r"(sum) : "r"(1UL));
		best = fmin(best, gb_clock_now() - start);
	}
	return best;
}

double gb_cycles_clock(void)
{
	/* The difference between two lengths, so that the time to read the clock cancels. */
	const size_t few = 50, many = 300;
	const double seconds = time_additions(many) - time_additions(few);

	return seconds > 0 ? 100 * (double)(many - few) / seconds : (double)NAN;
}
#else
double gb_cycles_clock(void)
{
	return NAN;
}
#endif

/* ---- rates ------------------------------------------------------------------------------------------------------- */

/* Sources
 *   x86: Agner Fog, "The microarchitecture of Intel, AMD and VIA CPUs" and "Instruction tables"; AMD, "Software
 *     Optimization Guide" of families 17h, 19h and 1Ah; Intel, "64 and IA-32 Architectures Optimization
 *     Reference Manual".
 *   Arm: the "Software Optimization Guide" of each Neoverse core.
 * L3 is unknown: no readable document for AMD's was found, and those of Intel and Arm are on a ring or a mesh with a
 * separate clock, which a program cannot read. FP64 and FP32: multiply-add pipes x vector elements x 2. Loads: load
 * pipes x bytes per load. L2: the width of its path to L1, which few processors reach. A design with two AVX-512
 * multiply-add pipes in some models and one in others has two here, because the rate is a limit. Values without a
 * source are 0. */

struct design {
	const char *vendor;
	int family, first, last; /* range of models */
	double fp64;             /* FLOP per clock and core; FP32 is twice that */
	double l1_bytes;         /* read from L1, per clock and core */
	double l2_bytes;         /* from L2 to L1, per clock and core */
	const char *kind;        /* the manufacturer's name of the design */
};

static const struct design table[] = {
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
	{ "GenuineIntel", 0x06, 0x55,  0x55,  32, 128, 64, "Skylake to Cooper Lake" }, /* Cascade Lake too */
	{ "GenuineIntel", 0x06, 0x6a,  0x6c,  32, 128, 64, "Ice Lake" }, /* Xeon */
	{ "GenuineIntel", 0x06, 0x8f,  0x8f,  32, 128, 64, "Sapphire Rapids" },
	{ "GenuineIntel", 0x06, 0xcf,  0xcf,  32, 128, 64, "Emerald Rapids" },
	{ "GenuineIntel", 0x06, 0xad,  0xae,  32, 128, 64, "Granite Rapids" },
	{ "Arm",          0x41, 0xd0c, 0xd0c,  8,  32,  0, "Neoverse N1" },
	{ "Arm",          0x41, 0xd40, 0xd40, 16,  64,  0, "Neoverse V1" },
	{ "Arm",          0x41, 0xd4f, 0xd4f, 16,  48,  0, "Neoverse V2" }, /* Grace */
	// clang-format on
};

static const struct design *find_design(const char *vendor, int family, int model)
{
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(table[i].vendor, vendor) == 0 && table[i].family == family && table[i].first <= model &&
		    model <= table[i].last)
			return &table[i];
	return NULL;
}

struct gb_rates gb_processor_rates(const char *vendor, int family, int model)
{
	const struct design *design = find_design(vendor, family, model);
	struct gb_rates rates = gb_rates_of(0, 0);

	if (design != NULL) {
		rates.fp64 = design->fp64;
		rates.fp32 = 2 * design->fp64;
		rates.l1_bytes = design->l1_bytes;
		rates.l2_bytes = design->l2_bytes > 0 ? design->l2_bytes : (double)NAN;
	}
	return rates;
}

const char *gb_processor_kind(const char *vendor, int family, int model)
{
	const struct design *design = find_design(vendor, family, model);

	return design != NULL ? design->kind : NULL;
}

void gb_processor_tell(char *name, size_t size, const char *vendor, int family, int model)
{
	const struct design *design = find_design(vendor, family, model);

	if (name[strcspn(name, "0123456789")] != '\0' || family == 0)
		return;
	if (design != NULL)
		gb_text_add(name, size, " (%s)", design->kind);
	else
		gb_text_add(name, size, " (family %d, model %d)", family, model);
}
