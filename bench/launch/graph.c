/* graph.c: graphs with one kind of node: in a chain, or in parallel branches. */
#include "state.h"

/* ---- creation ---------------------------------------------------------------------------------------------------- */

/* The distance between a node and its predecessor in the list: 1 makes a chain, a larger distance makes branches. */
static uint32_t width(const struct gb_run *run)
{
	if (gb_value(run, op) != OP_GRAPH)
		return 1;
	const int64_t nodes = gb_value(run, nodes);
	return nodes == NODES_BRANCHES_4 ? 4 : nodes == NODES_BRANCHES_32 ? 32 : 1;
}

bool launch_has_graph(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op >= OP_GRAPH && op <= OP_GRAPH_BUILD;
}

uint32_t launch_nodes(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_GRAPH_ENQUEUE:
	case OP_GRAPH_CAPTURE:
	case OP_GRAPH_BUILD:
		return gb_value(run, length);
	case OP_GRAPH_SET:
		return 100;
	default:
		break;
	}
	switch (gb_value(run, nodes)) {
	case NODES_CHAIN:
		return NODES_MAX;
	case NODES_BRANCHES_4:
	case NODES_BRANCHES_32:
		return 960;
	case NODES_IF:
		return 100;
	default:
		return 300;
	}
}

static struct gb_node node_of(const struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const int64_t kind = gb_value(run, op) == OP_GRAPH ? gb_value(run, nodes) : NODES_CHAIN;
	struct gb_node node = { .kind = kind == NODES_IF ? GB_NODE_IF : GB_NODE_KERNEL,
				.kernel = &s->kernel,
				.shape = s->shape,
				.args = &s->args,
				.args_size = sizeof(struct launch_args) };

	if (kind == NODES_COPY)
		node = (struct gb_node){ .kind = GB_NODE_COPY,
					 .to = s->words + 4 * (gb_ptr)i,
					 .from = s->host.seen + 4 * (gb_ptr)i,
					 .bytes = 4 };
	if (kind == NODES_FILL)
		node = (struct gb_node){
			.kind = GB_NODE_FILL, .to = s->words + 4 * (gb_ptr)i, .byte = (int)i & 0x7f, .bytes = 4
		};
	return node;
}

/* capture() records the host's calls into a graph, build() creates it node by node. Both also instantiate it. */
static int capture(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t nodes = launch_nodes(run);

	GB_TRY(gb_graph_begin(run, 0));
	int status = GB_OK;
	for (uint32_t i = 0; i < nodes && status == GB_OK; i++)
		status = gb_launch(run, &s->kernel, s->shape, &s->args);
	/* The capture ends even if a launch failed: the host cannot wait for a stream that is being captured. */
	const int ended = gb_graph_end(run, 0, &s->graph);
	return status == GB_OK ? ended : status;
}

static int build(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t nodes = launch_nodes(run), wide = width(run);

	GB_TRY(gb_graph_new(run, &s->graph));
	for (uint32_t i = 0; i < nodes; i++) {
		const struct gb_node node = node_of(run, i);
		const uint32_t before = i - wide;
		GB_TRY(gb_graph_add(run, s->graph, &node, &before, i >= wide));
	}
	return gb_graph_ready(run, s->graph);
}

int launch_make_graph(struct gb_run *run, bool counts)
{
	struct state *s = gb_state(run);

	s->args.count = counts ? gb_address(s->count) : NULL;
	if (s->graph != NULL)
		gb_graph_free(run, s->graph);
	s->graph = NULL;
	const int status = gb_value(run, op) == OP_GRAPH_CAPTURE ? capture(run) : build(run);
	s->args.count = NULL; /* each node has its own copy of the arguments */
	return status;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_words(struct gb_run *run)
{
	const uint32_t nodes = launch_nodes(run);
	const bool copies = gb_value(run, nodes) == NODES_COPY;
	uint32_t found[NODES_MAX];

	GB_TRY(gb_copy_out(run, found, state_of(run)->words, nodes * sizeof *found));
	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t want;
		if (copies)
			memcpy(&want, (char *)state_of(run)->host.at + i * sizeof want, sizeof want);
		else
			memset(&want, (int)i & 0x7f, sizeof want);
		if (found[i] != want)
			return gb_fail(run, "node %u left %#x, expected %#x", i, found[i], want);
	}
	return GB_OK;
}

static int check_count(struct gb_run *run, uint32_t want)
{
	uint32_t found = 0;

	GB_TRY(gb_copy_out(run, &found, state_of(run)->count, sizeof found));
	return found != want ? gb_fail(run, "%u kernels of %u nodes ran", found, want) : GB_OK;
}

/* After an update of one node's arguments, that node counts and no other does. */
static int verify_set(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->args.count = gb_address(s->count);
	const struct gb_node node = node_of(run, 0);
	const int status = gb_graph_set(run, s->graph, launch_nodes(run) / 2, &node);
	s->args.count = NULL;
	GB_TRY(status);
	GB_TRY(gb_graph_launch(run, 0, s->graph));
	return check_count(run, 1);
}

int launch_verify_graph(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const bool moves = op == OP_GRAPH && (gb_value(run, nodes) == NODES_COPY || gb_value(run, nodes) == NODES_FILL);

	GB_TRY(gb_fill(run, s->count, 0, sizeof(uint32_t)));
	GB_TRY(gb_fill_output(run, s->words, 0xff, NODES_MAX * sizeof(uint32_t)));
	if (op == OP_GRAPH_SET)
		return verify_set(run);
	GB_TRY(launch_make_graph(run, true));
	GB_TRY(gb_graph_launch(run, 0, s->graph));
	return moves ? check_words(run) : check_count(run, launch_nodes(run));
}
