/* For setenv() and strdup(). */
#define _POSIX_C_SOURCE 200809L

#include "nccl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "collective.h"

/* NCCL's binary interface, unchanged since 2.7; see nccl.h of the library. Every call returns 0 on success. */
enum { NCCL_FLOAT = 7, NCCL_SUM = 0 };

static struct {
	int (*version)(int *);
	int (*join)(void **, int, const int *);
	int (*leave)(void *);
	int (*begin)(void);
	int (*end)(void);
	int (*all_reduce)(const void *, void *, size_t, int, int, void *, void *);
	int (*all_gather)(const void *, void *, size_t, int, void *, void *);
	int (*reduce_scatter)(const void *, void *, size_t, int, int, void *, void *);
	int (*send)(const void *, size_t, int, int, void *, void *);
	int (*receive)(void *, size_t, int, int, void *, void *);
	const char *(*text)(int);
	const char *(*last)(void *);
} call;

static const struct {
	const char *name;
	void *slot;
} symbols[] = {
	{ "ncclGetVersion", &call.version },
	{ "ncclCommInitAll", &call.join },
	{ "ncclCommDestroy", &call.leave },
	{ "ncclGroupStart", &call.begin },
	{ "ncclGroupEnd", &call.end },
	{ "ncclAllReduce", &call.all_reduce },
	{ "ncclAllGather", &call.all_gather },
	{ "ncclReduceScatter", &call.reduce_scatter },
	{ "ncclSend", &call.send },
	{ "ncclRecv", &call.receive },
	{ "ncclGetErrorString", &call.text },
	{ "ncclGetLastError", &call.last },
};

/* The library stays open until the process ends. */
static int open_library(struct gb_run *run)
{
	static void *library;
	const char *name = getenv("GPUBENCH_NCCL");

	/* NVLink multicast has put shared hosts out of service, so it stays off unless the user requests it. The
	 * library reads this variable when it joins GPUs. */
	setenv("NCCL_NVLS_ENABLE", "0", 0);
	if (library == NULL)
		library = dlopen(name != NULL ? name : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		return gb_skip(run, "NCCL was not found: %s (GPUBENCH_NCCL may name the file)", dlerror());
	for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
		*(void **)symbols[i].slot = dlsym(library, symbols[i].name);
		if (*(void **)symbols[i].slot == NULL)
			return gb_skip(run, "libnccl.so.2 has no %s: it needs version 2.13 or later", symbols[i].name);
	}
	return GB_OK;
}

/* The library may lack the requested algorithm or protocol. */
static int check(struct gb_run *run, const struct nccl *nccl, int code, const char *name)
{
	if (code == 0)
		return GB_OK;
	if (nccl->algorithm == NULL && nccl->protocol == NULL)
		return gb_fail(run, "%s: %s (%s)", name, call.text(code), call.last(NULL));
	return gb_skip(run, "%s by %s and %s: %s (%s)", name, nccl->algorithm != NULL ? nccl->algorithm : "any",
		       nccl->protocol != NULL ? nccl->protocol : "any", call.text(code), call.last(NULL));
}

/* Sets an environment variable unless `value` is NULL. Returns the previous value, which the caller frees. */
static char *replace_variable(const char *name, const char *value)
{
	const char *before = getenv(name);
	char *kept = before != NULL ? strdup(before) : NULL;

	if (value != NULL)
		setenv(name, value, 1);
	return kept;
}

static void restore_variable(const char *name, char *kept)
{
	if (kept != NULL)
		setenv(name, kept, 1);
	else
		unsetenv(name);
	free(kept);
}

/* The library reads both variables each time it joins GPUs. */
static int join_as_asked(struct nccl *nccl, uint32_t ranks, const int *device)
{
	char *algorithm = replace_variable("NCCL_ALGO", nccl->algorithm);
	char *protocol = replace_variable("NCCL_PROTO", nccl->protocol);
	const int code = call.join(nccl->communicator, (int)ranks, device);

	restore_variable("NCCL_ALGO", algorithm);
	restore_variable("NCCL_PROTO", protocol);
	return code;
}

int nccl_open(struct gb_run *run, struct nccl *nccl)
{
	const uint32_t ranks = gb_peers(run) + 1;
	int device[NCCL_RANKS_MAX];

	if (nccl->ranks > 0)
		return GB_OK;
	GB_TRY(open_library(run));
	for (uint32_t r = 0; r < ranks; r++) {
		struct gb_run *at = r == 0 ? run : gb_peer(run, r - 1);
		device[r] = gb_device(at)->index;
		GB_TRY(gb_stream(at, 0, &nccl->stream[r]));
	}
	GB_TRY(check(run, nccl, call.version(&nccl->version), "ncclGetVersion"));
	GB_TRY(check(run, nccl, join_as_asked(nccl, ranks, device), "ncclCommInitAll"));
	nccl->ranks = ranks;
	return GB_OK;
}

void nccl_close(struct nccl *nccl)
{
	for (uint32_t r = 0; r < nccl->ranks; r++)
		call.leave(nccl->communicator[r]);
	nccl->ranks = 0;
}

/* From each rank to every rank, itself included, as in nccl-tests. */
static int exchange(const struct nccl *nccl, uint32_t rank, gb_ptr from, gb_ptr to, uint64_t count)
{
	const uint64_t bytes = count * sizeof(float);
	int code = 0;

	for (uint32_t other = 0; other < nccl->ranks && code == 0; other++) {
		code = call.send(gb_address(from + other * bytes), count, NCCL_FLOAT, (int)other,
				 nccl->communicator[rank], nccl->stream[rank]);
		if (code == 0)
			code = call.receive(gb_address(to + other * bytes), count, NCCL_FLOAT, (int)other,
					    nccl->communicator[rank], nccl->stream[rank]);
	}
	return code;
}

static int enqueue_on(const struct nccl *nccl, int op, uint32_t rank, gb_ptr from_at, gb_ptr to_at, uint64_t count)
{
	void *from = gb_address(from_at), *to = gb_address(to_at);
	void *communicator = nccl->communicator[rank], *stream = nccl->stream[rank];

	switch (op) {
	case COLLECTIVE_ALL_REDUCE:
	case COLLECTIVE_SMALL:
		return call.all_reduce(from, to, count, NCCL_FLOAT, NCCL_SUM, communicator, stream);
	case COLLECTIVE_ALL_GATHER:
		return call.all_gather(from, to, count, NCCL_FLOAT, communicator, stream);
	case COLLECTIVE_REDUCE_SCATTER:
		return call.reduce_scatter(from, to, count, NCCL_FLOAT, NCCL_SUM, communicator, stream);
	default:
		return exchange(nccl, rank, from_at, to_at, count);
	}
}

int nccl_enqueue(struct gb_run *run, const struct nccl *nccl, int op, const gb_ptr *from, const gb_ptr *to,
		 uint64_t count)
{
	static const char *const names[] = { "ncclAllReduce", "ncclAllGather", "ncclReduceScatter", "ncclSend",
					     "ncclAllReduce" };
	int code = call.begin();

	for (uint32_t rank = 0; rank < nccl->ranks && code == 0; rank++)
		code = enqueue_on(nccl, op, rank, from[rank], to[rank], count);
	const int ended = call.end(); /* closes the group even after an error inside */
	return check(run, nccl, code != 0 ? code : ended, names[op]);
}
