/* verify.c: checks that all copied data have arrived, and nothing else has changed. Destinations are filled with POISON
 * first. A kernel checks device memory and mapped host memory; the host compares the rest. */
#include "../common/input_host.h"
#include "state.h"

/* Words of pinned memory that the host checks itself, because a kernel accesses them through another path. */
enum { LOOKS = 4096 };

static int check_with_kernel(struct gb_run *run, gb_ptr at, uint64_t bytes, bool marks)
{
	const struct state *s = gb_state(run);
	const struct transfer_check_args args = { gb_address(at), bytes, marks, gb_address(s->report) };

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, (bytes + 3) / 4, "words");
}

static int look(struct gb_run *run, const char *at, uint64_t bytes, uint32_t word(unsigned long long))
{
	const uint64_t words = bytes / sizeof(uint32_t);

	for (uint64_t k = 0; k <= LOOKS && words > 0; k++) { /* includes the last word */
		const uint64_t i = k * (words - 1) / LOOKS;
		uint32_t found;
		memcpy(&found, at + i * sizeof found, sizeof found);
		if (found != word(i))
			return gb_fail(run, "the host finds %#x in word %llu, expected %#x", found,
				       (unsigned long long)i, word(i));
	}
	return GB_OK;
}

static int check_end(struct gb_run *run, unsigned char found)
{
	return found == POISON ? GB_OK : gb_fail(run, "the byte after the copied area was written too");
}

static int verify_to_device(struct gb_run *run, uint64_t bytes)
{
	const struct state *s = gb_state(run);
	const bool more = bytes < s->bytes;
	unsigned char end = POISON;

	GB_TRY(gb_fill_output(run, s->device, POISON, bytes + more));
	GB_TRY(transfer_launch(run));
	GB_TRY(check_with_kernel(run, s->device, bytes, false));
	if (more)
		GB_TRY(gb_copy_out(run, &end, s->device + bytes, 1));
	GB_TRY(check_end(run, end));
	return more ? gb_copy_in(run, s->device + bytes, (char *)s->host.at + bytes, 1) : GB_OK;
}

static int verify_to_host(struct gb_run *run, uint64_t bytes)
{
	const struct state *s = gb_state(run);
	const bool more = bytes < s->bytes;
	char *at = s->host.at, *beyond = at + bytes, kept = (char)(more ? *beyond : 0);

	GB_TRY(gb_sync(run));
	if (more)
		*beyond = POISON;
	GB_TRY(gb_fill_output(run, s->host.seen, POISON, bytes));
	GB_TRY(transfer_launch(run));
	GB_TRY(check_with_kernel(run, s->host.seen, bytes, false));
	GB_TRY(look(run, at, bytes, input_bits));
	if (!more)
		return GB_OK;
	GB_TRY(check_end(run, (unsigned char)*beyond));
	*beyond = kept;
	return GB_OK;
}

static int verify_memory_to_host(struct gb_run *run, uint64_t bytes)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_sync(run));
	memset(s->other.at, POISON, bytes);
	GB_TRY(transfer_launch(run));
	GB_TRY(gb_sync(run));
	/* Write-combined memory is slow to read, so the host checks only some of it. */
	if (s->other.kind == GB_BUFFER_WRITE_COMBINED)
		return look(run, s->other.at, bytes, input_bits);
	if (memcmp(s->other.at, s->host.at, bytes) != 0)
		return gb_fail(run, "the copy differs from the source");
	return GB_OK;
}

static int verify_both(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t share = transfer_share(run);

	GB_TRY(gb_fill_output(run, s->device, POISON, share));
	GB_TRY(gb_fill_output(run, s->host.seen + share, POISON, s->bytes - share));
	GB_TRY(transfer_launch(run));
	GB_TRY(check_with_kernel(run, s->device, s->bytes, false));
	return check_with_kernel(run, s->host.seen, s->bytes, false);
}

static int verify_read(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t sum = 0, expected = 0;

	for (unsigned long long i = 0; i < s->args.words; i++)
		expected += input_bits(i);
	GB_TRY(gb_fill(run, s->sum, 0, sizeof sum));
	GB_TRY(launch_recorded(run, transfer_launch, &s->args.record, 1));
	GB_TRY(gb_copy_out(run, &sum, s->sum, sizeof sum));
	return input_check_sum(run, sum, expected);
}

static int verify_write(struct gb_run *run, uint64_t bytes)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, s->written.seen, POISON, bytes));
	GB_TRY(transfer_launch(run));
	GB_TRY(check_with_kernel(run, s->written.seen, bytes, true));
	return look(run, s->written.at, bytes, input_mark);
}

static int refill(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->fill, s->device, s->bytes);
}

static int verify_fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned char found[2] = { 0 };

	GB_TRY(gb_fill(run, s->device, 0, s->fill_bytes));
	GB_TRY(transfer_launch(run));
	GB_TRY(gb_copy_out(run, &found[0], s->device, 1));
	GB_TRY(gb_copy_out(run, &found[1], s->device + s->fill_bytes - 1, 1));
	if (found[0] != POISON || found[1] != POISON)
		return gb_fail(run, "the first and last byte are %#x and %#x, expected %#x", found[0], found[1],
			       POISON);
	return refill(run);
}

static int verify_pieces(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned char found[PIECE_BYTES + 1];

	GB_TRY(gb_fill_output(run, s->device, POISON, (uint64_t)PIECES * PIECE_PITCH));
	GB_TRY(transfer_launch(run));
	for (uint64_t i = 0; i < PIECES; i++) {
		const uint64_t at = i * PIECE_PITCH;
		GB_TRY(gb_copy_out(run, found, s->device + at, sizeof found));
		if (memcmp(found, (char *)s->host.at + at, PIECE_BYTES) != 0)
			return gb_fail(run, "piece %llu differs from the one sent", (unsigned long long)i);
		GB_TRY(check_end(run, found[PIECE_BYTES]));
	}
	return refill(run);
}

static int verify_point(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = transfer_bytes(run);

	if (gb_value(run, op) == OP_FILL) /* the timed launches overwrote it */
		GB_TRY(refill(run));
	GB_TRY(input_check(run, s->device, s->bytes, input_bits));
	GB_TRY(look(run, s->host.at, s->bytes, input_bits));
	switch (gb_value(run, op)) {
	case OP_D2H:
	case OP_D2H_SYNC:
		return verify_to_host(run, bytes);
	case OP_D2H_MEMORY:
	case OP_D2H_FIRST:
		return verify_memory_to_host(run, bytes);
	case OP_BOTH:
		return verify_both(run);
	case OP_READ:
		return verify_read(run);
	case OP_WRITE:
		return verify_write(run, bytes);
	case OP_FILL:
		return verify_fill(run);
	case OP_SMALL:
		return verify_pieces(run);
	default:
		return verify_to_device(run, bytes);
	}
}

/* A link that trained below the capability of both ends is a separate finding. The link is queried now, under load,
 * since it may use a lower rate when idle. */
static void look_at_link(struct gb_run *run)
{
	const struct gb_host_link now = gb_link_to_host(run);

	state_of(run)->link = now;
	if (gb_value(run, op) == OP_FILL)
		return;
	if (now.width < now.width_max || now.generation < now.generation_max)
		gb_suspect(run,
			   "the PCIe link is one of generation %d x %d while copying; card and slot can do %d x %d",
			   now.generation, now.width, now.generation_max, now.width_max);
}

int transfer_verify(struct gb_run *run)
{
	const int status = verify_point(run);

	state_of(run)->is_damaged = status != GB_OK;
	look_at_link(run);
	return status;
}
