/* gpubench_report.h: what a kernel that checks a result tells the host.
 *
 * The headers that a plug-in's two halves share include it by this name; gpubench.h includes it too. Without any other
 * header, since not every compiler of kernels has one. The host's part, gb_report_clear() and gb_report_judge(), is in
 * gpubench.h. */
#ifndef GPUBENCH_REPORT_H
#define GPUBENCH_REPORT_H

/* In device memory, for a kernel that goes through all results and works each out anew. */
struct gb_report {
	unsigned long long wrong;    /* results that are not what they must be */
	unsigned long long first;    /* the place of the first of them */
	unsigned long long compared; /* results looked at: proof that all were */
};

#ifdef __CUDACC__
/* The result at this place is wrong. */
static inline __device__ void gb_report_wrong(struct gb_report *report, unsigned long long at)
{
	atomicAdd(&report->wrong, 1ull);
	atomicMin(&report->first, at);
}

/* Once a thread: how many results it looked at. */
static inline __device__ void gb_report_compared(struct gb_report *report, unsigned long long count)
{
	atomicAdd(&report->compared, count);
}
#endif

#endif
