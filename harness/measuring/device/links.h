/* links.h: the links between a GPU and its host, and between GPUs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { GB_NVLINKS_MAX = 36 };

enum gb_nvlink_end { GB_NVLINK_TO_UNKNOWN, GB_NVLINK_TO_GPU, GB_NVLINK_TO_SWITCH };

struct gb_nvlink {
	bool up;
	double bytes; /* in each direction, B/s, as NVIDIA's documents count; NAN: not known */
	enum gb_nvlink_end to;
	char remote[16]; /* PCI address of the other end; "": not reported */
};

/* 0 or NAN: not known. An idle PCIe link may train down to an older generation. */
struct gb_links {
	int pcie_generation, pcie_generation_max; /* current, and the maximum that card and slot both support */
	int pcie_width, pcie_width_max;           /* lanes */
	int nvlink_version;                       /* 40 for 4.0 */
	size_t nvlinks;
	struct gb_nvlink nvlink[GB_NVLINKS_MAX];
};

/* All NVLinks of a GPU: the number of active ones, and their total rate in each direction, B/s. */
struct gb_nvlink_sum {
	size_t up, down;
	double bytes; /* 0: none is active; NAN: not known */
};
struct gb_nvlink_sum gb_links_sum(const struct gb_links *links);

/* The NVLinks of GPU `a` that lead to GPU `b`, directly or through switches that both share. Between two GPUs on
 * switches, the one with fewer links determines the rate. */
struct gb_nvlink_sum gb_links_between(const struct gb_links *a, const struct gb_links *b, const char *pci_of_b);

/* For an integrated GPU, whose PCIe link is a placeholder (GB10: generation 1, one lane). */
void gb_links_forget_pcie(struct gb_links *links);

/* The rate of a PCIe link in each direction, B/s, before packet headers: transfers per second x lanes x line code. NAN:
 * not known. */
double gb_links_pcie_bytes(int generation, int width);

/* The data rate of an NVLink from the rate of its line, which includes the line code and is what NVML reports. */
double gb_links_nvlink_bytes(double line_bytes);

/* "4 of 18 NVLinks are down: 2, 3, 7, 11"; "": none is. */
void gb_links_tell_down(const struct gb_links *links, char *text, size_t size);
