#include "device/links.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static void add_link(struct gb_nvlink_sum *sum, const struct gb_nvlink *link)
{
	sum->up += link->up;
	sum->down += !link->up;
	if (link->up)
		sum->bytes += link->bytes;
}

struct gb_nvlink_sum gb_links_sum(const struct gb_links *links)
{
	struct gb_nvlink_sum sum = { 0, 0, 0 };

	for (size_t i = 0; i < links->nvlinks; i++)
		add_link(&sum, &links->nvlink[i]);
	return sum;
}

/* The other end of an inactive link is not reported. Such a link counts as one to switches if the GPU has any. */
static struct gb_nvlink_sum sum_to_switches(const struct gb_links *links)
{
	struct gb_nvlink_sum sum = { 0, 0, 0 };

	for (size_t i = 0; i < links->nvlinks; i++)
		if (links->nvlink[i].to == GB_NVLINK_TO_SWITCH || !links->nvlink[i].up)
			add_link(&sum, &links->nvlink[i]);
	return sum;
}

struct gb_nvlink_sum gb_links_between(const struct gb_links *a, const struct gb_links *b, const char *pci_of_b)
{
	struct gb_nvlink_sum direct = { 0, 0, 0 };

	for (size_t i = 0; i < a->nvlinks; i++)
		if (a->nvlink[i].remote[0] != '\0' && strcasecmp(a->nvlink[i].remote, pci_of_b) == 0)
			add_link(&direct, &a->nvlink[i]);
	if (direct.up > 0)
		return direct;
	const struct gb_nvlink_sum mine = sum_to_switches(a), other = sum_to_switches(b);
	if (mine.up == 0 || other.up == 0)
		return direct;
	return other.up < mine.up ? other : mine;
}

void gb_links_forget_pcie(struct gb_links *links)
{
	links->pcie_generation = links->pcie_generation_max = 0;
	links->pcie_width = links->pcie_width_max = 0;
}

double gb_links_pcie_bytes(int generation, int width)
{
	/* Transfers per second and lane, and the line code: 8b/10b up to generation 2, 128b/130b up to 5, none from 6
	 * (PCI Express Base Specification). */
	static const struct {
		double transfers, code;
	} lane[] = {
		[1] = { 2.5e9, 8.0 / 10 },   [2] = { 5e9, 8.0 / 10 },     [3] = { 8e9, 128.0 / 130 },
		[4] = { 16e9, 128.0 / 130 }, [5] = { 32e9, 128.0 / 130 }, [6] = { 64e9, 1 },
	};

	if (generation < 1 || generation >= (int)(sizeof lane / sizeof lane[0]) || width < 1)
		return NAN;
	return lane[generation].transfers * lane[generation].code / 8 * width;
}

double gb_links_nvlink_bytes(double line_bytes)
{
	/* NVML's rate of the line, and the data rate in NVIDIA's datasheets: 20 GB/s (P100), 25 (V100 to H200), 50
	 * (B200) in each direction. Other rates are used as reported. Rubin has 3.6 TB/s in both directions together
	 * (NVIDIA, "Inside the NVIDIA Rubin Platform", 2026). That is 36 links of 50 GB/s, because NVML's change log
	 * numbers its links up to 35 along with NVLink 6, or 18 of 100 if NVML joins them. Their line rate is not
	 * published; since NVLink 4 it has been 17/16 of the data rate. */
	static const double known[][2] = {
		{ 20.625e9, 20e9 }, { 25.781e9, 25e9 }, { 26.562e9, 25e9 }, { 53.125e9, 50e9 }, { 106.25e9, 100e9 }
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (fabs(line_bytes - known[i][0]) < 2e6)
			return known[i][1];
	return line_bytes > 0 ? line_bytes : NAN;
}

void gb_links_tell_down(const struct gb_links *links, char *text, size_t size)
{
	const struct gb_nvlink_sum sum = gb_links_sum(links);
	bool first = true;

	text[0] = '\0';
	if (sum.down == 0)
		return;
	gb_text_add(text, size, "%zu of %zu NVLinks %s down:", sum.down, links->nvlinks, sum.down == 1 ? "is" : "are");
	for (size_t i = 0; i < links->nvlinks; i++)
		if (!links->nvlink[i].up) {
			gb_text_add(text, size, "%s %zu", first ? "" : ",", i);
			first = false;
		}
}
