/* gpubench_report.h: the report of a checking kernel to the host. Headers that both halves of a plug-in share include
 * it by this name; gpubench.h includes it too. It includes no other header, because some kernel compilers have none.
 * The host's part, gb_report_clear() and gb_report_judge(), is in gpubench.h. */
#ifndef GPUBENCH_REPORT_H
#define GPUBENCH_REPORT_H

/* In device memory, for a kernel that computes every result again and compares. */
struct gb_report {
	unsigned long long wrong;    /* results that differ from the expected ones */
	unsigned long long first;    /* the index of the first of them */
	unsigned long long compared; /* results compared, as proof that all were */
};

#ifdef __CUDACC__
/* Report that the result at this index is wrong. */
static inline __device__ void gb_report_wrong(struct gb_report *report, unsigned long long at)
{
	atomicAdd(&report->wrong, 1ull);
	atomicMin(&report->first, at);
}

/* Report how many results the thread compared; called once per thread. */
static inline __device__ void gb_report_compared(struct gb_report *report, unsigned long long count)
{
	atomicAdd(&report->compared, count);
}
#endif

#endif
