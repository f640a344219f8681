/* kernels.c: the kernels of host_case, and their table. */
#include "host_case.h"

#define L CASE_LENGTH

static uint32_t begin_of(uint32_t thread, uint32_t threads, const struct host_case_args *a)
{
	return a->first + (uint32_t)((uint64_t)(a->sets - a->first) * thread / threads);
}

/* Walks a set by columns and keeps each sum in memory, like the source, so consecutive accesses are a row apart. */
static void means_by_columns(const float *set, float *means)
{
	for (uint32_t j = 0; j < L; j++)
		means[j] = 0;
	for (uint32_t i = 0; i < L; i++)
		for (uint32_t j = 0; j < L; j++)
			means[j] += set[j * L + i];
	for (uint32_t j = 0; j < L; j++)
		means[j] /= (float)L;
}

static float product_in_order(const float *row, const float *means)
{
	float sum = 0;

	for (uint32_t j = 0; j < L; j++)
		sum += row[j] * means[j];
	return sum;
}

/* Vectors of four numbers, which every 64-bit processor supports. There are eight vectors of sums, so that no addition
 * waits for another. */
typedef float four __attribute__((vector_size(16), may_alias));
enum { SUMS = 8 };

static float total(const four *sums)
{
	four all = sums[0];

	for (uint32_t i = 1; i < SUMS; i++)
		all += sums[i];
	return (all[0] + all[1]) + (all[2] + all[3]);
}

static float sum_of(const float *row)
{
	const four *at = (const four *)(const void *)row;
	four sums[SUMS] = { { 0 } };

	for (uint32_t j = 0; j < L / 4; j += SUMS)
		for (uint32_t i = 0; i < SUMS; i++)
			sums[i] += at[j + i];
	return total(sums);
}

static float product_of(const float *row, const float *means)
{
	const four *at = (const four *)(const void *)row, *by = (const four *)(const void *)means;
	four sums[SUMS] = { { 0 } };

	for (uint32_t j = 0; j < L / 4; j += SUMS)
		for (uint32_t i = 0; i < SUMS; i++)
			sums[i] += at[j + i] * by[j + i];
	return total(sums);
}

static void plain(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_case_args *a = args;
	float means[L];

	for (uint32_t k = begin_of(thread, threads, a); k < begin_of(thread + 1, threads, a); k++) {
		means_by_columns(a->in + (uint64_t)k * L * L, means);
		for (uint32_t i = 0; i < L; i++)
			a->out[(uint64_t)i * a->sets + k] = product_in_order(a->matrix + (size_t)i * L, means);
	}
}

static void along_rows(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_case_args *a = args;
	float means[L] __attribute__((aligned(16)));

	for (uint32_t k = begin_of(thread, threads, a); k < begin_of(thread + 1, threads, a); k++) {
		for (uint32_t j = 0; j < L; j++)
			means[j] = sum_of(a->in + ((uint64_t)k * L + j) * L) / (float)L;
		for (uint32_t i = 0; i < L; i++)
			a->out[(uint64_t)i * a->sets + k] = product_of(a->matrix + (size_t)i * L, means);
	}
}

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

/* Each set is first touched by the core that owns it when all cores take part. */
static void fill(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_case_args *a = args;
	const uint64_t end = (uint64_t)begin_of(thread + 1, threads, a) * L * L;

	for (uint64_t i = (uint64_t)begin_of(thread, threads, a) * L * L; i < end; i++)
		a->in[i] = (float)case_number(i);
	for (uint32_t i = 0; i < L * L && thread == 0; i++)
		a->matrix[i] = (float)case_matrix_number(i);
}

static void check_set(const struct host_case_args *a, uint32_t k, struct host_report *report)
{
	int32_t sums[L];

	for (uint32_t j = 0; j < L; j++) {
		sums[j] = 0;
		for (uint32_t i = 0; i < L; i++)
			sums[j] += case_number(((uint64_t)k * L + j) * L + i);
	}
	for (uint32_t i = 0; i < L; i++) {
		int64_t sum = 0;
		for (uint32_t j = 0; j < L; j++)
			sum += (int64_t)case_matrix_number((uint64_t)i * L + j) * sums[j];
		const uint64_t at = (uint64_t)i * a->sets + k;
		const int right = (double)a->out[at] == (double)sum / L;
		host_report_compare(report, at, (uint64_t)right, 1);
	}
}

static void check(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_case_args *a = args;

	for (uint32_t k = begin_of(thread, threads, a); k < begin_of(thread + 1, threads, a); k++)
		check_set(a, k, &a->report[thread]);
}

#define ENTRY(function)                                            \
	{                                                          \
#function, function, sizeof(struct host_case_args) \
	}

const struct gb_host_kernel host_case_kernels[] = {
	ENTRY(plain), ENTRY(along_rows), ENTRY(fill), ENTRY(check), { NULL, NULL, 0 },
};
