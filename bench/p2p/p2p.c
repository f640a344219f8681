/* p2p: transfers between two GPUs by the copy engine or by SMs, with and without peer access. */
#include "../common/input_host.h"
#include "state.h"

/* Bytes of a buffer; each GPU has two. */
#define BYTES (UINT64_C(1) << 30)
/* Buffers are multiples of this size, so that tiles, chunks and chains end within them. */
#define STEP (UINT64_C(1) << 20)

static const char *const ops[] = { [OP_COPY] = "copy",
				   [OP_STAGED] = "staged",
				   [OP_SMALL] = "small",
				   [OP_READ] = "read",
				   [OP_WRITE] = "write",
				   [OP_PULL] = "pull",
				   [OP_PUSH] = "push",
				   [OP_BULK_READ] = "bulk_read",
				   [OP_BULK_WRITE] = "bulk_write",
				   [OP_LOAD] = "load",
				   [OP_EXCHANGE] = "exchange",
				   [OP_ADD] = "add",
				   NULL };
static const char *const ways[] = { [ONE_WAY] = "one", [BOTH_WAYS] = "both", NULL };
static const char *const accesses[] = { [ACCESS_ON] = "on", [ACCESS_OFF] = "off", NULL };
static const char *const addresses[] = { [ONE_ADDRESS] = "one", [ADJACENT] = "adjacent", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "copy: by the driver; staged: the same without peer access; small: a small copy; read, write, pull, "
		  "push, bulk_read, bulk_write: by the SMs; load, exchange: latency of a load, or of an atomic "
		  "addition; add: rate of atomic additions",
	  .names = ops },
	{ GB_AXIS(way),
	  .help = "one: the GPU of the row copies, reads or writes; both: each does so with the other's memory",
	  .names = ways, .when = "op=copy,staged,read,write,pull,push,bulk_read,bulk_write" },
	{ GB_AXIS(bytes), .unit = "B", .help = "size of a small copy", .values = "4:268435456:pow4",
	  .quick = "4,65536,16777216", .when = "op=small" },
	{ GB_AXIS(access), .help = "peer access between the GPUs during a small copy: on or off", .names = accesses,
	  .when = "op=small" },
	{ GB_AXIS(set), .unit = "B", .help = "memory of the chain: within the other GPU's L2, or far beyond it",
	  .values = "1048576,1073741824", .quick = "1048576", .when = "op=load,exchange" },
	{ GB_AXIS(address), .help = "all threads add to one word, or each to its own word; the words are adjacent",
	  .names = addresses, .when = "op=add" },
	{ GB_AXIS(unroll), .help = "independent accesses per thread", .kind = GB_SEARCHED, .values = "1,4,8",
	  .quick = "1,8", .when = "op=read,write,pull,push" },
	{ GB_AXIS(blocks), .help = "blocks per SM", .kind = GB_SEARCHED, .values = "1,2,4,8", .quick = "1,2",
	  .when = "op=read,write,pull,push" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "256,512,1024",
	  .quick = "1024", .when = "op=read,write,pull,push" },
	{ GB_AXIS(chunk), .unit = "B", .help = "size of a bulk copy", .kind = GB_SEARCHED,
	  .values = "1024,2048,4096,8192,16384", .quick = "4096,16384", .when = "op=bulk_read,bulk_write" },
	{ GB_AXIS(share), .unit = "%", .help = "share of the SMs that issue bulk copies", .kind = GB_SEARCHED,
	  .values = "12,25,50,100", .quick = "12,100", .when = "op=bulk_read,bulk_write" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static int find_kernels(struct side *side)
{
	GB_TRY(gb_find_kernel(side->run, "p2p_fill", &side->fill));
	GB_TRY(gb_find_kernel(side->run, "p2p_check", &side->check));
	GB_TRY(gb_find_kernel(side->run, "p2p_sum", &side->sum));
	return gb_find_kernel(side->run, "p2p_link", &side->link);
}

static int open_side(struct side *side, uint64_t bytes)
{
	struct gb_run *run = side->run;

	GB_TRY(find_kernels(side));
	GB_TRY(gb_alloc(run, bytes, &side->from));
	GB_TRY(gb_alloc(run, bytes, &side->to));
	GB_TRY(gb_alloc(run, 2 * sizeof(uint32_t), &side->sums));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &side->report));
	GB_TRY(gb_alloc(run, bytes / P2P_LINE * sizeof(uint32_t), &side->next));
	GB_TRY(gb_alloc(run, CHASERS_MAX * sizeof(struct p2p_chased), &side->chased));
	return input_fill(run, &side->fill, side->from, bytes);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available, of_peer;

	s->side[0].run = run;
	s->side[1].run = gb_peer(run, 0);
	s->access = -1;
	GB_TRY(gb_memory_free(run, &available));
	GB_TRY(gb_memory_free(s->side[1].run, &of_peer));
	s->bytes = input_fit(BYTES, 0.4, available < of_peer ? available : of_peer, STEP);
	if (s->bytes == 0)
		return gb_skip(run, "less than 2.5 MB of device memory are free on one of the GPUs");
	for (int i = 0; i < 2; i++)
		GB_TRY(open_side(&s->side[i], s->bytes));
	return GB_OK;
}

/* Benchmarks that do not enable peer access expect it to be disabled. */
static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s == NULL || s->access != 1)
		return;
	gb_peer_access(s->side[0].run, s->side[1].run, 0);
	gb_peer_access(s->side[1].run, s->side[0].run, 0);
}

GB_BENCH(p2p) = {
	GB_IDENTITY(p2p),
	.summary = "transfers between two GPUs: copies, reads and writes by the SMs, latency, atomic operations",
	.method = "A row is an ordered pair of GPUs: the GPU of the row acts, and the other one, peer_uuid, owns "
		  "the memory that is written to, read, or copied to.\n"
		  "copy: cudaMemcpyPeerAsync of up to 1 GiB with peer access both ways. staged: the same without "
		  "peer access, so that the driver copies through host memory. small: the time of one of many "
		  "copies that are queued one after another. read and write: kernels with 16 bytes per thread and "
		  "access. pull and push: kernels that copy from the other GPU's memory to their own, and the "
		  "reverse (nvbandwidth: SM reads and writes); they pass over the memory four times per launch. "
		  "bulk_read and bulk_write: bulk copies (cp.async.bulk) between the other GPU's memory and "
		  "shared memory. For both ways each GPU does the same with the other's memory at the same time, "
		  "eight times between two events of the timed stream. load and exchange: one thread on each SM "
		  "follows a random chain of addresses, one node in 128 bytes, by loads or by atomic additions of "
		  "0. The value is the mean over the SMs, as in nvbandwidth, which runs them one after the "
		  "other.\n"
		  "Value: each direction counts the bytes that cross once; both directions are the sum, as in "
		  "nvbandwidth.\n"
		  "Verified on the GPU that did not move the data: every byte written and the sum of every byte "
		  "read; the end of each chain; every sum of atomic additions.\n"
		  "Limit: the active NVLinks between the two GPUs x 25 GB/s each way (NVLink 2 to 4; version 1: "
		  "20, version 5: 50). Without NVLink, PCIe by generation and lanes.",
	.subject = GB_SUBJECT_LINKS,
	.quantity = GB_BANDWIDTH,
	.gpus = GB_GPU_PAIRS,
	.every_pair = "op=copy,load",
	.axes = axes,
	.variants = gb_variants_p2p,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = p2p_prepare,
	.launch = p2p_launch,
	.verify = p2p_verify,
	.teardown = teardown,
	.cost = p2p_cost,
	.limit = p2p_limit,
	.measures = p2p_measures,
	.observe = p2p_observe,
	.roof = p2p_roof,
	.metrics = p2p_metrics,
	.remark = p2p_remark,
	.sdc = "op=copy,read,write way=one",
};
