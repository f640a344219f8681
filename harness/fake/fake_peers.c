/* fake_peers.c: the links between the cards of the fake device, and operations between cards. */
#include <math.h>
#include <string.h>

#include "fake/fake_parts.h"

/* Eighteen NVLinks of version 4 to a switch, as in an H200; those that are down come first. */
void fake_links(int index, struct gb_links *out)
{
	(void)index;
	*out = (struct gb_links){ .pcie_generation = 5,
				  .pcie_generation_max = 5,
				  .pcie_width = fake.lanes,
				  .pcie_width_max = 16,
				  .nvlink_version = 40,
				  .nvlinks = 18 };
	for (int i = 0; i < 18; i++)
		out->nvlink[i] =
			(struct gb_nvlink){ .up = i >= fake.links_down,
					    .bytes = i >= fake.links_down ? 25e9 : (double)NAN,
					    .to = i >= fake.links_down ? GB_NVLINK_TO_SWITCH : GB_NVLINK_TO_UNKNOWN };
}

int fake_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error)
{
	(void)index;
	(void)peer;
	if (fake_enter(FAKE_PEER_CAN, error) != GB_OK)
		return GB_FAILED;
	*access = *atomics = !fake.no_peers;
	return GB_OK;
}

int fake_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error)
{
	const unsigned int bit = 1U << peer->index;

	if (fake_enter(FAKE_PEER_ACCESS, error) != GB_OK)
		return GB_FAILED;
	if (fake.no_peers && on) {
		gb_error_write(error, "cudaDeviceEnablePeerAccess: cudaErrorPeerAccessUnsupported (peer access is not "
				      "supported between these two devices)");
		return GB_SKIPPED;
	}
	gpu->reaches = on ? gpu->reaches | bit : gpu->reaches & ~bit;
	return GB_OK;
}

/* The rate of a copy: 400 GB/s with access, 40 without; no copy takes less than 2 us. */
static double seconds_of_copy(const struct gpu *to, const struct gpu *from, uint64_t bytes)
{
	const bool reached = (from->reaches >> to->index & 1U) != 0 || (to->reaches >> from->index & 1U) != 0;
	const double slow = from->index == fake.slow_from && to->index == fake.slow_to ? 2 : 1;

	return 2e-6 + slow * (double)bytes / (reached ? 400e9 : 40e9);
}

int fake_peer_copy(struct gpu *on, uint32_t stream, gb_ptr at, const struct gpu *to_gpu, gb_ptr from_at,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error)
{
	char *to = fake_range(at, bytes);
	const char *from = fake_range(from_at, bytes);

	(void)stream;
	if (fake_enter(FAKE_PEER_COPY, error) != GB_OK)
		return GB_FAILED;
	if (to == NULL || from == NULL)
		return fake_out_of_range("cudaMemcpyPeerAsync", error);
	if (fake.computes && !fake_same_copy(at, from_at, bytes))
		memmove(to, from, bytes);
	fake_advance(on, seconds_of_copy(to_gpu, from_gpu, bytes) * fake.slow * fake_factor(&fake.times, on->turn));
	return GB_OK;
}

int fake_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error)
{
	if (fake_enter(FAKE_PEER_WAIT, error) != GB_OK)
		return GB_FAILED;
	if (other->now > gpu->now)
		fake_advance(gpu, other->now - gpu->now);
	return GB_OK;
}
