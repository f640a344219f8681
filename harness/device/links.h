/* links.h: what joins a GPU to its host and to other GPUs. */
#ifndef GB_LINKS_H
#define GB_LINKS_H

#include <stdbool.h>
#include <stddef.h>

enum { GB_NVLINKS_MAX = 36 };

/* The other end of an NVLink. */
enum gb_nvlink_end { GB_NVLINK_TO_UNKNOWN, GB_NVLINK_TO_GPU, GB_NVLINK_TO_SWITCH };

struct gb_nvlink {
	bool up;
	double bytes; /* each way, B/s, as its documentation counts; NAN: not known */
	enum gb_nvlink_end to;
	char remote[16]; /* PCI address of what is there; "": not reported */
};

/* 0 or NAN: not known. A PCIe link without work may train down to an older generation. */
struct gb_links {
	int pcie_generation, pcie_generation_max; /* now; the most that card and slot have in common */
	int pcie_width, pcie_width_max;           /* lanes */
	int nvlink_version;                       /* as 40 for 4.0 */
	size_t nvlinks;
	struct gb_nvlink nvlink[GB_NVLINKS_MAX];
};

/* All NVLinks of a GPU: how many are up, and their total rate each way, B/s. */
struct gb_nvlink_sum {
	size_t up, down;
	double bytes; /* 0: none is up; NAN: not known */
};
struct gb_nvlink_sum gb_links_sum(const struct gb_links *links);

/* Those of GPU `a` that lead to GPU `b`: straight to it, or to switches that `b` has links to as well. The GPU
 * with fewer links sets the rate between two GPUs at switches. */
struct gb_nvlink_sum gb_links_between(const struct gb_links *a, const struct gb_links *b, const char *pci_of_b);

/* A GPU on its host's chip reports a placeholder for its PCIe link (GB10: generation 1, one lane). */
void gb_links_forget_pcie(struct gb_links *links);

/* The rate of a PCIe link each way, B/s, before the headers of its packets: transfers a second x lanes x line
 * code; NAN: not known. */
double gb_links_pcie_bytes(int generation, int width);

/* The part of it that is not the line's rate but the NVLink's own line code: NVML reports the rate of the line. */
double gb_links_nvlink_bytes(double line_bytes);

/* "4 of 18 NVLinks are down: 2, 3, 7, 11"; "" where none is. */
void gb_links_tell_down(const struct gb_links *links, char *text, size_t size);

#endif
