/* Prepares the points of `transfer` and launches them. */
#include "../common/input_host.h"
#include "state.h"

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

bool transfer_is_first(const struct gb_run *run)
{
	return gb_value(run, op) == OP_H2D_FIRST || gb_value(run, op) == OP_D2H_FIRST;
}

uint64_t transfer_bytes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, op)) {
	case OP_H2D_MEMORY:
	case OP_D2H_MEMORY:
	case OP_READ:
	case OP_WRITE:
		return least(KIND_BYTES, s->bytes);
	case OP_BOTH:
		return BOTH_REPEATS * s->bytes;
	case OP_FILL:
		return s->fill_bytes;
	case OP_SMALL:
		return (uint64_t)PIECES * PIECE_BYTES;
	case OP_H2D_FIRST:
	case OP_D2H_FIRST:
		return gb_value(run, size);
	default:
		return gb_value(run, bytes);
	}
}

uint64_t transfer_share(const struct gb_run *run)
{
	return state_of(run)->bytes / 1000 * gb_value(run, share) / sizeof(uint32_t) * sizeof(uint32_t);
}

int transfer_fill(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(input_fill(run, &s->fill, s->device, s->bytes));
	GB_TRY(input_fill(run, &s->fill, s->host.seen, s->bytes));
	GB_TRY(gb_sync(run)); /* the host reads this memory, too */
	s->is_damaged = false;
	return GB_OK;
}

/* ---- prepare ----------------------------------------------------------------------------------------------------- */

void transfer_leave_point(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s->staged != NULL)
		staged_close(run, s->staged);
	s->staged = NULL;
	if (s->other.at != NULL)
		gb_buffer_free(run, &s->other);
	if (s->graph != NULL)
		gb_graph_free(run, s->graph);
	s->graph = NULL;
}

/* Allocates the other host memory of a point, and fills it with the input. */
static int need_buffer(struct gb_run *run, enum gb_buffer_kind kind, int node)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = transfer_bytes(run);

	GB_TRY(gb_buffer_alloc(run, kind, node, bytes, &s->other));
	memcpy(s->other.at, s->host.at, bytes);
	return GB_OK;
}

static int need_pages(struct gb_run *run)
{
	static const enum gb_buffer_kind kinds[] = {
		[PAGES_PINNED] = GB_BUFFER_PINNED,
		[PAGES_WRITE_COMBINED] = GB_BUFFER_WRITE_COMBINED,
		[PAGES_PAGEABLE] = GB_BUFFER_PAGEABLE,
	};
	return need_buffer(run, kinds[gb_value(run, pages)], -1);
}

static int need_memory(struct gb_run *run)
{
	static const enum gb_buffer_kind kinds[] = {
		[MEMORY_WRITE_COMBINED] = GB_BUFFER_WRITE_COMBINED,
		[MEMORY_REGISTERED] = GB_BUFFER_REGISTERED,
		[MEMORY_PAGEABLE] = GB_BUFFER_PAGEABLE,
		[MEMORY_STAGED] = GB_BUFFER_PAGEABLE,
		[MEMORY_NODE] = GB_BUFFER_REGISTERED,
	};
	const int64_t memory = gb_value(run, memory);

	GB_TRY(need_buffer(run, kinds[memory], memory == MEMORY_NODE ? gb_value(run, node) : -1));
	if (memory == MEMORY_STAGED)
		GB_TRY(staged_open(run, gb_value(run, threads), gb_value(run, chunk), &state_of(run)->staged));
	return GB_OK;
}

static int need_mapped(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool reads = gb_value(run, op) == OP_READ;
	const uint32_t vec = gb_value(run, vec);
	const uint64_t bytes = transfer_bytes(run);

	if (reads)
		GB_TRY(kernel_find(run, &s->kernel, "transfer_read_v%u_u%u", vec, gb_value(run, unroll)));
	else
		GB_TRY(kernel_find(run, &s->kernel, "transfer_write_v%u", vec));
	if (!reads && s->written.at == NULL)
		GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, bytes, &s->written));
	s->shape = (struct gb_shape){ .grid = (gb_value(run, quarters) * (uint32_t)gb_device(run)->sm_count + 3) / 4,
				      .block = gb_value(run, block) };
	s->args = (struct transfer_args){ .at = gb_address(reads ? s->host.seen : s->written.seen),
					  .words = bytes / sizeof(uint32_t),
					  .sum = gb_address(s->sum) };
	return GB_OK;
}

static gb_ptr piece(gb_ptr at, uint32_t i)
{
	return at + (gb_ptr)i * PIECE_PITCH;
}

static int need_pieces(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s->bytes < (uint64_t)PIECES * PIECE_PITCH)
		return gb_skip(run, "%d pieces do not fit into %.1f MB of available memory", PIECES,
			       1e-6 * (double)s->bytes);
	if (gb_value(run, way) != WAY_GRAPH)
		return GB_OK;
	GB_TRY(gb_graph_new(run, &s->graph));
	for (uint32_t i = 0; i < PIECES; i++) {
		const struct gb_node node = { .kind = GB_NODE_COPY,
					      .to = piece(s->device, i),
					      .from = piece(s->host.seen, i),
					      .bytes = PIECE_BYTES };
		GB_TRY(gb_graph_add(run, s->graph, &node, NULL, 0));
	}
	return gb_graph_ready(run, s->graph);
}

/* True if the point has an axis with a number of bytes. */
static bool is_of_a_size(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == OP_H2D || op == OP_D2H || op == OP_H2D_SYNC || op == OP_D2H_SYNC || transfer_is_first(run);
}

int transfer_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	transfer_leave_point(run);
	if (s->is_damaged)
		GB_TRY(transfer_fill(run));
	if (is_of_a_size(run) && transfer_bytes(run) > s->bytes)
		return gb_skip(run, "only %.1f MB of device or host memory are available", 1e-6 * (double)s->bytes);
	switch (gb_value(run, op)) {
	case OP_H2D_MEMORY:
	case OP_D2H_MEMORY:
		return need_memory(run);
	case OP_H2D_FIRST:
	case OP_D2H_FIRST:
		return need_pages(run);
	case OP_READ:
	case OP_WRITE:
		return need_mapped(run);
	case OP_SMALL:
		return need_pieces(run);
	default:
		return GB_OK;
	}
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

/* Each direction uses its own part of the memory, so that both ends hold the input. The parts are chosen so that both
 * directions end at the same time. Copies are repeated, because a stream waits for the other one before and after. */
static int launch_both(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t share = transfer_share(run);

	GB_TRY(gb_fork(run, 1));
	for (int i = 0; i < BOTH_REPEATS; i++) {
		GB_TRY(gb_stream_copy(run, 0, s->device, s->host.seen, share));
		GB_TRY(gb_stream_copy(run, 1, s->host.seen + share, s->device + share, s->bytes - share));
	}
	return gb_join(run, 1);
}

static int launch_pieces(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct transfer_pieces_args args = { gb_address(s->device), gb_address(s->host.seen),
						   PIECE_PITCH / sizeof(uint32_t), PIECE_BYTES / sizeof(uint32_t) };
	struct gb_copy copies[PIECES];

	switch (gb_value(run, way)) {
	case WAY_GRAPH:
		return gb_graph_launch(run, 0, s->graph);
	case WAY_KERNEL:
		return gb_launch(run, &s->pieces, (struct gb_shape){ .grid = PIECES, .block = 256 }, &args);
	case WAY_BATCH:
		for (uint32_t i = 0; i < PIECES; i++)
			copies[i] = (struct gb_copy){ piece(s->device, i), piece(s->host.seen, i), PIECE_BYTES };
		return gb_stream_copies(run, 0, copies, PIECES);
	default:
		for (uint32_t i = 0; i < PIECES; i++)
			GB_TRY(gb_stream_copy(run, 0, piece(s->device, i), piece(s->host.seen, i), PIECE_BYTES));
		return GB_OK;
	}
}

static int launch_memory(struct gb_run *run, bool to_device)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = transfer_bytes(run);

	if (s->staged != NULL)
		return staged_copy(run, s->staged, s->device, s->other.at, bytes, to_device);
	return to_device ? gb_stream_copy(run, 0, s->device, s->other.seen, bytes)
			 : gb_stream_copy(run, 0, s->other.seen, s->device, bytes);
}

int transfer_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, op)) {
	case OP_H2D:
	case OP_H2D_SYNC:
		return gb_stream_copy(run, 0, s->device, s->host.seen, transfer_bytes(run));
	case OP_D2H:
	case OP_D2H_SYNC:
		return gb_stream_copy(run, 0, s->host.seen, s->device, transfer_bytes(run));
	case OP_BOTH:
		return launch_both(run);
	case OP_H2D_MEMORY:
	case OP_H2D_FIRST:
		return launch_memory(run, true);
	case OP_D2H_MEMORY:
	case OP_D2H_FIRST:
		return launch_memory(run, false);
	case OP_FILL:
		return gb_stream_fill(run, 0, s->device, POISON, s->fill_bytes);
	case OP_SMALL:
		return launch_pieces(run);
	default:
		return gb_launch(run, &s->kernel, s->shape, &s->args);
	}
}
