#include "record/wire.h"

#include <sys/socket.h>

#include <fcntl.h>
#include <signal.h>

#include "support.h"

static int fd[2];

static int open_pair(void)
{
	return socketpair(AF_UNIX, SOCK_STREAM, 0, fd);
}

#define PAIR_TEST(name) TEST_WITH(name, open_pair, NULL)

static bool send_row(size_t task, const struct gb_record *record, const struct gb_measurement *measurement)
{
	size_t size;
	FREED_BY(free_text) char *payload = gb_wire_pack_rows(record, 1, measurement, &size);

	assert_non_null(payload);
	return gb_wire_send(fd[1], GB_MESSAGE_ROWS, task, payload, size);
}

static struct gb_batch batches[] = { { 1e-3, 100, 1.5e9, 1.4e9, NAN }, { 2e-3, 50, NAN, NAN, NAN } };

static struct gb_record some_record(void)
{
	struct gb_record r = gb_record_empty();

	r.benchmark = "dram";
	r.point = "op=read,\"x\"\n";
	r.reason = "";
	r.value = 75.5;
	r.energy_j = 0;
	return r;
}

static struct gb_wire drain(void)
{
	struct gb_wire wire = { .fd = fd[0] };

	close(fd[1]);
	while (gb_wire_read(&wire))
		;
	return wire;
}

PAIR_TEST(a_row_comes_back_as_it_was)
{
	const struct gb_measurement m = { .launches = 64, .value = { .count = 2, .median = 75 }, .batches = batches };
	const struct gb_record sent = some_record();
	struct gb_record r;
	struct gb_measurement back;
	struct gb_message message;
	char *payload, text[2][GB_FIELD_TEXT];
	bool has;

	assert_true(send_row(7, &sent, &m));
	FREED_BY(gb_wire_close) struct gb_wire wire = drain();
	assert_true(gb_wire_take(&wire, &message, &payload));
	assert_int_equal(message.type, GB_MESSAGE_ROWS);
	assert_int_equal(message.task, 7);
	const char *at = payload;
	size_t left = message.size;
	assert_true(gb_wire_unpack_row(&at, &left, &r, &back, &has));
	assert_int_equal(left, 0);
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		assert_string_equal(gb_record_field(&r, c, text[0]), gb_record_field(&sent, c, text[1]));
	assert_true(has);
	assert_int_equal(back.launches, 64);
	assert_int_equal(back.value.count, 2);
	assert_same(back.batches[1].seconds, 2e-3);
	assert_unknown(back.batches[1].sm_hz);
	free(payload);
	assert_false(gb_wire_take(&wire, &message, &payload));
}

/* Leaves other values on the stack, where the next function has its variables. */
static void soil_stack(unsigned char with)
{
	volatile unsigned char bytes[4096];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = with;
}

/* Random bytes in memory, in the padding of structs, are not sent. */
PAIR_TEST(the_same_message_is_the_same_bytes)
{
	soil_stack(0x55);
	assert_true(gb_wire_send(fd[1], GB_MESSAGE_BEGIN, 7, NULL, 0));
	soil_stack(0xaa);
	assert_true(gb_wire_send(fd[1], GB_MESSAGE_BEGIN, 7, NULL, 0));
	FREED_BY(gb_wire_close) struct gb_wire wire = drain();
	assert_int_equal(wire.used, 2 * sizeof(struct gb_message));
	assert_memory_equal(wire.bytes, wire.bytes + sizeof(struct gb_message), sizeof(struct gb_message));
}

PAIR_TEST(a_row_without_a_measurement)
{
	struct gb_record sent = some_record(), r;
	struct gb_measurement back;
	struct gb_message message;
	FREED_BY(free_text) char *payload;
	bool has = true;

	sent.other = "of the sender";
	assert_true(send_row(0, &sent, NULL));
	FREED_BY(gb_wire_close) struct gb_wire wire = drain();
	assert_true(gb_wire_take(&wire, &message, &payload));
	const char *at = payload;
	size_t left = message.size;
	assert_true(gb_wire_unpack_row(&at, &left, &r, &back, &has));
	assert_int_equal(left, 0);
	assert_false(has);
	assert_null(back.batches);
	assert_string_equal(r.other, "");
}

/* A pipe delivers in pieces: incomplete messages stay. */
PAIR_TEST(messages_in_pieces)
{
	struct gb_message message;
	char bytes[512], *payload;
	struct gb_wire wire = { .fd = -1 };
	int through[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, through), 0);
	assert_true(gb_wire_send(fd[1], GB_MESSAGE_BEGIN, 3, NULL, 0));
	assert_true(gb_wire_send(fd[1], GB_MESSAGE_ERROR, 4, "no device", 10));
	const ssize_t length = read(fd[0], bytes, sizeof bytes);
	wire.fd = through[0];
	size_t taken = 0;
	for (ssize_t i = 0; i < length; i++) {
		assert_int_equal(write(through[1], bytes + i, 1), 1);
		assert_true(gb_wire_read(&wire));
		if (!gb_wire_take(&wire, &message, &payload))
			continue;
		taken++;
		if (taken == 1) {
			assert_int_equal(message.type, GB_MESSAGE_BEGIN);
			assert_int_equal(message.task, 3);
			assert_null(payload);
		} else {
			assert_int_equal(i, length - 1);
			assert_string_equal(payload, "no device");
			free(payload);
		}
	}
	assert_int_equal(taken, 2);
	gb_wire_close(&wire);
	close(fd[0]);
	close(fd[1]);
	close(through[1]);
}

/* A worker killed in the middle of a row leaves a part of it, which must not be taken for a row. */
PAIR_TEST(a_row_cut_short_is_no_row)
{
	const struct gb_measurement m = { .launches = 64, .value = { .count = 2 }, .batches = batches };
	const struct gb_record sent = some_record();
	struct gb_record r;
	struct gb_measurement back;
	struct gb_message message;
	FREED_BY(free_text) char *payload;
	bool has;

	assert_true(send_row(0, &sent, &m));
	FREED_BY(gb_wire_close) struct gb_wire wire = drain();
	const size_t whole = wire.used;
	for (size_t part = 0; part < whole; part++) {
		wire.used = part;
		assert_false(gb_wire_take(&wire, &message, &payload));
	}
	wire.used = whole;
	assert_true(gb_wire_take(&wire, &message, &payload));
	for (size_t part = 0; part < message.size; part++) {
		char *cut = malloc(part > 0 ? part : 1); /* so that AddressSanitizer knows its end */
		assert_non_null(cut);
		memcpy(cut, payload, part);
		const char *at = cut;
		size_t left = part;
		assert_false(gb_wire_unpack_row(&at, &left, &r, &back, &has));
		free(cut);
	}
}

PAIR_TEST(a_supervisor_that_is_gone)
{
	signal(SIGPIPE, SIG_IGN);
	close(fd[0]);
	assert_false(gb_wire_send(fd[1], GB_MESSAGE_BEGIN, 0, NULL, 0));
	close(fd[1]);
}
