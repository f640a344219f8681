#include "analysis/roof_kinds.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

/* A multiply-add counts as two operations, as four for packed 16-bit numbers, and as eight for packed bytes (dp4a).
 * Operations of Tensor Cores are not thread instructions. */
const struct gb_roof_kind gb_roof_kinds[] = {
	{ "dram.read", "DRAM read", 0, GB_MEMORY_CLOCK, false },
	{ "dram.write", "DRAM write", 0, GB_MEMORY_CLOCK, false },
	{ "dram.copy", "DRAM copy", 0, GB_MEMORY_CLOCK, false },
	{ "dram.triad", "DRAM triad", 0, GB_MEMORY_CLOCK, false },
	{ "l3.read", "L3 read", 0, GB_SM_CLOCK, false },
	{ "l2.read", "L2 read", 0, GB_SM_CLOCK, false },
	{ "l2.read_common", "L2 read by all", 0, GB_SM_CLOCK, true },
	{ "l2.write", "L2 write", 0, GB_SM_CLOCK, false },
	{ "l2.link.read", "L2 link, read", 0, GB_NO_CLOCK, true },
	{ "l2.link.write", "L2 link, write", 0, GB_NO_CLOCK, true },
	{ "l1.read", "L1 read", 0, GB_SM_CLOCK, false },
	{ "shared.read", "Shared read", 0, GB_SM_CLOCK, false },
	{ "shared.write", "Shared write", 0, GB_SM_CLOCK, false },
	/* The time of an access that waits for the previous one; lower is better. Caches: in cycles. */
	{ "dram.latency", "DRAM latency", 0, GB_NO_CLOCK, true },
	{ "dram.latency_near", "DRAM latency, near lines", 0, GB_NO_CLOCK, true },
	{ "dram.latency_far", "DRAM latency, far lines", 0, GB_NO_CLOCK, true },
	{ "l2.latency", "L2 latency", 0, GB_NO_CLOCK, true },
	{ "l2.latency_near", "L2 latency, near half", 0, GB_NO_CLOCK, true },
	{ "l2.latency_far", "L2 latency, far half", 0, GB_NO_CLOCK, true },
	/* In files of versions before 0.2, this is not a latency but a mean of hits in the far half and misses. */
	{ "l2_far.latency", "L2 hits and misses", 0, GB_NO_CLOCK, true },
	{ "l1.latency", "L1 latency", 0, GB_NO_CLOCK, true },
	{ "shared.latency", "Shared latency", 0, GB_NO_CLOCK, true },
	{ "fp64", "FP64", 2, GB_SM_CLOCK, false },
	{ "fp32", "FP32", 2, GB_SM_CLOCK, false },
	{ "fp16", "FP16", 4, GB_SM_CLOCK, false },
	{ "bf16", "BF16", 4, GB_SM_CLOCK, false },
	{ "int32", "INT32", 2, GB_SM_CLOCK, false },
	{ "dp4a", "DP4A", 8, GB_SM_CLOCK, false },
	{ "tensor.fp64", "Tensor FP64", 0, GB_SM_CLOCK, false },
	{ "tensor.tf32", "Tensor TF32", 0, GB_SM_CLOCK, false },
	{ "tensor.fp16", "Tensor FP16", 0, GB_SM_CLOCK, false },
	{ "tensor.bf16", "Tensor BF16", 0, GB_SM_CLOCK, false },
	{ "tensor.fp8", "Tensor FP8", 0, GB_SM_CLOCK, false },
	{ "tensor.int8", "Tensor INT8", 0, GB_SM_CLOCK, false },
	/* Blackwell's formats; mx and nv have block scales. */
	{ "tensor.fp6", "Tensor FP6", 0, GB_SM_CLOCK, false },
	{ "tensor.mxfp8", "Tensor MXFP8", 0, GB_SM_CLOCK, false },
	{ "tensor.mxfp6", "Tensor MXFP6", 0, GB_SM_CLOCK, false },
	{ "tensor.mxfp4", "Tensor MXFP4", 0, GB_SM_CLOCK, false },
	{ "tensor.nvfp4", "Tensor NVFP4", 0, GB_SM_CLOCK, false },
	/* The other FP8 format, which uses the same units. */
	{ "tensor.fp8_e5m2", "Tensor FP8 (E5M2)", 0, GB_SM_CLOCK, true },
	/* The same units with data that needs less power. No useful work reaches this roof. */
	{ "tensor.fp64.zeros", "Tensor FP64 on zeros", 0, GB_SM_CLOCK, true },
	{ "tensor.tf32.zeros", "Tensor TF32 on zeros", 0, GB_SM_CLOCK, true },
	{ "tensor.fp16.zeros", "Tensor FP16 on zeros", 0, GB_SM_CLOCK, true },
	{ "tensor.bf16.zeros", "Tensor BF16 on zeros", 0, GB_SM_CLOCK, true },
	{ "tensor.fp8.zeros", "Tensor FP8 on zeros", 0, GB_SM_CLOCK, true },
	{ "tensor.int8.zeros", "Tensor INT8 on zeros", 0, GB_SM_CLOCK, true },
	{ "gemm.fp64", "GEMM FP64", 0, GB_SM_CLOCK, true },
	{ "gemm.fp32", "GEMM FP32", 0, GB_SM_CLOCK, true },
	{ "gemm.tf32", "GEMM TF32", 0, GB_SM_CLOCK, true },
	{ "gemm.fp16", "GEMM FP16", 0, GB_SM_CLOCK, true },
	{ "gemm.bf16", "GEMM BF16", 0, GB_SM_CLOCK, true },
	{ "gemm.fp8", "GEMM FP8", 0, GB_SM_CLOCK, true },
	{ "gemm.int8", "GEMM INT8", 0, GB_SM_CLOCK, true },
	/* The clock of busy SMs, by the kind of instruction. */
	{ "clock.matrix", "Clock, matrix", 0, GB_NO_CLOCK, true },
	{ "clock.plain", "Clock, plain", 0, GB_NO_CLOCK, true },
	/* For pairs of GPUs, and for a complete node. */
	{ "p2p.copy", "Copy to a peer", 0, GB_NO_CLOCK, true },
	{ "p2p.copy_both", "Copies both ways", 0, GB_NO_CLOCK, true },
	{ "p2p.read", "Read of a peer", 0, GB_NO_CLOCK, true },
	{ "p2p.read_both", "Reads both ways", 0, GB_NO_CLOCK, true },
	{ "p2p.write", "Write to a peer", 0, GB_NO_CLOCK, true },
	{ "p2p.write_both", "Writes both ways", 0, GB_NO_CLOCK, true },
	{ .name = NULL },
};

static size_t length_without_burst(const char *name)
{
	const size_t all = strlen(name), burst = strlen(GB_ROOF_BURST);

	return all > burst && strcmp(name + all - burst, GB_ROOF_BURST) == 0 ? all - burst : all;
}

bool gb_roof_is_burst(const char *name)
{
	return length_without_burst(name) != strlen(name);
}

const struct gb_roof_kind *gb_roof_kind(const char *name)
{
	const size_t length = length_without_burst(name);

	for (const struct gb_roof_kind *k = gb_roof_kinds; k->name != NULL; k++)
		if (k->name[0] == name[0] && strncmp(k->name, name, length) == 0 && k->name[length] == '\0')
			return k;
	return NULL;
}

int gb_roof_place(const char *name)
{
	const struct gb_roof_kind *kind = gb_roof_kind(name);

	return kind != NULL ? (int)(kind - gb_roof_kinds) : INT_MAX;
}

int gb_roof_order(const char *a, const char *b)
{
	const int of_a = gb_roof_place(a), of_b = gb_roof_place(b);

	if (of_a != of_b)
		return of_a < of_b ? -1 : 1;
	return strcmp(a, b);
}

bool gb_roof_is_aside(const char *name)
{
	const struct gb_roof_kind *kind = gb_roof_kind(name);

	return gb_roof_is_burst(name) || (kind != NULL && kind->aside);
}

size_t gb_roof_match(const char *entry, const char *roof)
{
	if (entry[0] != roof[0]) /* most differ here, and a fleet makes millions of comparisons */
		return 0;
	const size_t length = strlen(entry);

	return strncmp(entry, roof, length) == 0 && (roof[length] == '\0' || roof[length] == '.' || roof[length] == '/')
		       ? length
		       : 0;
}

bool gb_roof_is_memory(const char *unit)
{
	return strcmp(unit, gb_quantity_unit(GB_BANDWIDTH)) == 0;
}

bool gb_roof_is_compute(const char *unit)
{
	return strcmp(unit, gb_quantity_unit(GB_FLOPS)) == 0 || strcmp(unit, gb_quantity_unit(GB_OPS)) == 0;
}
