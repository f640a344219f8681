/* fake_host.c: the fake device's answers for plug-ins of the host: its cores, and the location of pages. */
#include "fake/fake_parts.h"

/* One node, with as many cores as the card has SMs. */
int fake_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_TEAM, error) != GB_OK)
		return GB_FAILED;
	if (node > 0) {
		gb_error_write(error, "this host has 1 NUMA node with cores");
		return GB_SKIPPED;
	}
	*cores = (uint32_t)fake.sms;
	return GB_OK;
}

int fake_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error)
{
	(void)gpu;
	(void)pages;
	if (fake_enter(FAKE_PLACE, error) != GB_OK)
		return GB_FAILED;
	if (fake_range(at, bytes) == NULL)
		return fake_out_of_range("cuPlace", error);
	if (node > 0) {
		gb_error_write(error, "this host has 1 NUMA node with cores");
		return GB_SKIPPED;
	}
	return GB_OK;
}
