#include "engine/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* ---- names ------------------------------------------------------------------------------------------------------ */

const char *gb_peers_name_on(const struct gb_found_device *found, size_t count, size_t gpu, const struct gb_task *task)
{
	const enum gb_gpus gpus = task->plan->bench->gpus;

	if (gpus == GB_ONE_GPU || count < 2)
		return "";
	return gpus == GB_ALL_GPUS ? "all" : found[(gpu + task->peer) % count].device.uuid;
}

const char *gb_peers_name(const struct gb_peers *peers, const struct gb_task *task)
{
	return peers != NULL ? gb_peers_name_on(peers->found, peers->count, peers->self, task) : "";
}

/* ---- cards ------------------------------------------------------------------------------------------------------ */

/* The GPU that comes this many places after the measured one. */
static int open_card(struct gb_peers *peers, size_t places, struct gb_open_device **out, struct gb_error *error)
{
	const size_t at = (peers->self + places) % peers->count;
	char title[GB_DEVICE_LABEL];

	if (peers->card == NULL)
		peers->card = gb_heap_array(peers->count, sizeof *peers->card);
	*out = &peers->card[at];
	if ((*out)->gpu != NULL)
		return GB_OK;
	int status = gb_device_open(*out, peers->ops, peers->found[at].device.index, error);
	if (status != GB_OK)
		gb_error_prefix(error, "the peer, %s", gb_device_title(&peers->found[at].device, title));
	return status;
}

void gb_peers_close(struct gb_peers *peers)
{
	for (size_t i = 0; i < peers->count && peers->card != NULL; i++)
		if (peers->card[i].gpu != NULL)
			gb_device_close(&peers->card[i]);
	free(peers->card);
	peers->card = NULL;
}

int gb_peers_check(const struct gb_peers *peers, struct gb_error *error)
{
	char title[GB_DEVICE_LABEL];
	uint64_t available;

	for (size_t i = 0; peers != NULL && peers->card != NULL && i < peers->count; i++) {
		const struct gb_open_device *card = &peers->card[i];
		if (card->gpu == NULL)
			continue;
		if (card->ops->sync(card->gpu, error) != GB_OK ||
		    card->ops->memory_free(card->gpu, &available, error) != GB_OK)
			return gb_error_prefix(error, "the peer, %s, no longer answers",
					       gb_device_title(&card->device, title));
	}
	return GB_OK;
}

/* ---- links ------------------------------------------------------------------------------------------------------ */

static struct gb_links links_of(const struct gb_open_device *card)
{
	struct gb_links links = { 0 };

	if (card->ops->links != NULL)
		card->ops->links(card->device.index, &links);
	return links;
}

/* An idle link lowers its speed, but keeps its lanes. */
static double pcie_bytes(const struct gb_links *links)
{
	return gb_links_pcie_bytes(links->pcie_generation_max, links->pcie_width);
}

static int find_link(struct gb_open_device *card, struct gb_open_device *peer, struct gb_link *out,
		     struct gb_error *error)
{
	const struct gb_links mine = links_of(card), other = links_of(peer);
	const struct gb_nvlink_sum between = gb_links_between(&mine, &other, peer->device.pci_bus_id),
				   all = gb_links_sum(&mine);
	bool there = false, back = false, atomics = false, atomics_back = false;

	int status = card->ops->peer_can(card->device.index, peer->device.index, &there, &atomics, error);
	if (status == GB_OK)
		status = card->ops->peer_can(peer->device.index, card->device.index, &back, &atomics_back, error);
	if (status != GB_OK)
		return status;
	const bool over_nvlink = between.up > 0 && there && back;
	*out = (struct gb_link){
		.access = there && back,
		.atomics = atomics && atomics_back,
		.nvlinks = over_nvlink ? (uint32_t)between.up : 0,
		.nvlinks_down = (uint32_t)all.down,
		.bytes = over_nvlink ? between.bytes : fmin(pcie_bytes(&mine), pcie_bytes(&other)),
		.all_bytes = over_nvlink ? all.bytes : pcie_bytes(&mine),
	};
	return GB_OK;
}

/* ---- runs ------------------------------------------------------------------------------------------------------- */

static int enter_one(struct gb_run *run, size_t place, size_t places)
{
	struct gb_peers *peers = run->card->peers;
	struct gb_open_device *card;
	int status = open_card(peers, places, &card, run->error);

	if (status != GB_OK)
		return status;
	card->memory_most = run->card->memory_most;
	card->work = run->card->work;
	run->peer[place] = (struct gb_run){ .card = card, .bench = run->bench, .variant = run->variant, .of = run };
	run->peers = place + 1;
	status = card->ops->load(card->gpu, run->variant, &run->peer[place].module, run->error);
	return status == GB_OK ? find_link(run->card, card, &run->link[place], run->error) : status;
}

static void tell_down(struct gb_run *run, const struct gb_open_device *card)
{
	const struct gb_links links = links_of(card);
	char text[256], title[GB_DEVICE_LABEL];

	gb_links_tell_down(&links, text, sizeof text);
	/* Cards that are sold without a bridge have no active links at all. */
	if (text[0] != '\0' && gb_links_sum(&links).up > 0)
		gb_suspect(run, "%s: %s", gb_device_title(&card->device, title), text);
}

int gb_peers_enter(struct gb_run *run)
{
	struct gb_peers *peers = run->card->peers;
	const bool pair = run->bench->gpus == GB_GPU_PAIRS;
	int status = GB_OK;

	if (peers == NULL || peers->count < 2 || run->card->ops->peer_copy == NULL)
		return gb_skip(run, "needs a second GPU, and this run has one");
	if (peers->together > 0)
		return gb_skip(run, "needs exclusive use of its GPUs; --concurrent measures all of them at once");
	if (strcmp(run->card->identity.mig, "on") == 0)
		return gb_skip(run, "a MIG instance has no access to other GPUs");
	const size_t count = pair ? 1 : peers->count - 1;
	run->peer = gb_heap_array(count, sizeof *run->peer);
	run->link = gb_heap_array(count, sizeof *run->link);
	tell_down(run, run->card);
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = enter_one(run, i, pair ? run->card->peer : i + 1);
		if (status == GB_OK)
			tell_down(run, run->peer[i].card);
	}
	return status;
}

void gb_peers_leave(struct gb_run *run)
{
	free(run->peer);
	free(run->link);
	run->peer = NULL;
	run->link = NULL;
	run->peers = 0;
}
