/* fake_parts.h: declarations shared by the files of the fake device; no other file includes it. The operations are
 * those of struct gpu_ops (device/gpu.h). */
#pragma once

#include "fake/gpu_fake.h"

struct gpu {
	int index;
	double now, cycles; /* virtual seconds; cycles of every SM */
	double mark[2];
	bool marked[2], synced; /* `synced`: since the last mark */
	size_t turn;            /* in the series: the number of start marks so far */
	bool is_peer;           /* another card was open before it */
	unsigned int reaches;   /* cards whose memory it can access, one bit per index */
	double joules, step;    /* of its energy counter; the last step that it includes, 0: none yet */
	bool waits;             /* the last kernel only waited */
};

/* ---- fake_calls.c: which calls fail ---- */

/* Count a call. GB_FAILED, with the operation's text, if it must fail. */
int fake_enter(enum fake_op op, struct gb_error *error);
/* True if the same copy was made before, and neither source nor destination has changed since, so that repeating it
 * changes nothing: batches repeat copies thousands of times. */
bool fake_same_copy(gb_ptr to, gb_ptr from, uint64_t bytes);
/* This memory, or unknown memory if NULL, was written by other means. */
void fake_wrote(gb_ptr at, uint64_t bytes);
void fake_wrote_anything(void);
/* The end of a batch was marked. */
void fake_end_batch(void);

/* ---- fake_devices.c: the cards ---- */

int fake_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error);
void fake_close(struct gpu *gpu);
/* Make this card current, as the CUDA backend does: only once several are known (device/current.h). */
void fake_use(const struct gpu *gpu);
/* The card whose memory is used, whichever card the call names. */
int fake_current(void);
/* Forget the current card, and that there were several. */
void fake_forget_current(void);
int fake_count(int *count, struct gb_error *error);
int fake_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error);
int fake_open(int index, struct gpu **out, struct gb_error *error);

/* ---- fake_memory.c: device and host memory ------------------ */

int fake_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error);
int fake_copy_in(struct gpu *gpu, gb_ptr at, const void *from, uint64_t bytes, struct gb_error *error);
int fake_copy_on(struct gpu *gpu, gb_ptr at, gb_ptr from_at, uint64_t bytes, struct gb_error *error);
int fake_copy_out(struct gpu *gpu, void *to, gb_ptr at, uint64_t bytes, struct gb_error *error);
int fake_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error);
int fake_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error);
void fake_release(struct gpu *gpu, gb_ptr at);
/* NULL: the range is not within one live allocation that the device can access. */
char *fake_range(gb_ptr at, uint64_t bytes);
/* True if the address is in host memory. */
bool fake_is_of_host(gb_ptr at);
/* The error of a call with an argument that CUDA refuses, such as an unknown range. */
int fake_refuse_argument(const char *call, struct gb_error *error);
/* Host memory that the device can access; NULL: refused. */
void *fake_host_memory(uint64_t bytes);
void fake_host_memory_free(void *at);
void fake_forget_memory(void);

/* ---- fake_streams.c: the virtual clock ---- */

int fake_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error);
int fake_mark(struct gpu *gpu, int which, struct gb_error *error);
int fake_sync(struct gpu *gpu, struct gb_error *error);
double fake_factor(const struct fake_series *series, size_t turn);
/* Advance the clock by this many seconds, without regard to slowdowns. */
void fake_advance(struct gpu *gpu, double seconds);
/* Pass the virtual time of an operation that takes this long; 0: `launch_seconds`. */
void fake_pass(struct gpu *gpu, double seconds);

/* ---- gpu_fake.c: its energy ---- */

/* Count the energy drawn until now. `waits`: from now on the card only waits. */
void fake_draw(struct gpu *gpu, bool waits);

/* ---- fake_limits.c: limits of an SM, and rejected launches ---------- */

enum { FAKE_BLOCKS_PER_SM = 32, FAKE_REGISTERS_PER_SM = 65536 };

int fake_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
		  struct gb_error *error);
int fake_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		   uint32_t *blocks, struct gb_error *error);
int fake_persist(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t *kept, struct gb_error *error);
/* GB_SKIPPED: the device is older than clusters and the features that came with them. */
int fake_need_clusters(const char *what, struct gb_error *error);
uint64_t fake_shared_per_block(void);
/* Reject a launch whose shared memory, cluster or cooperative grid does not fit. */
int fake_check_shape(const struct gb_kernel *kernel, struct gb_shape shape, struct gb_error *error);

/* ---- fake_tensor.c: tensor maps ---- */

int fake_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
		    struct gb_tensor_map *out, struct gb_error *error);

/* ---- fake_launch.c: kernels ---- */

int fake_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error);
int fake_code(const struct gpu_module *module);
/* struct gpu_ops calls this `kernel`; fake_kernel() registers a kernel. */
int fake_kernel_of(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		   struct gb_error *error);
int fake_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		struct gb_error *error);
int fake_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error);
void fake_unload(struct gpu *gpu, struct gpu_module *module);
/* The size of a kernel's arguments in bytes; 0: not known. */
uint32_t fake_args_size(const struct gb_kernel *kernel);
/* Run a kernel as a launch does, without counting a call. `args` NULL: not known, so the kernel only takes time. */
int fake_run_kernel(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		    struct gb_error *error);

/* ---- fake_streams.c: textures, and streams for libraries ---- */

void fake_use_streams(uint32_t count);
void fake_close_streams(struct gpu *gpu);
int fake_fork(struct gpu *gpu, uint32_t count, struct gb_error *error);
int fake_join(struct gpu *gpu, uint32_t count, struct gb_error *error);
int fake_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error);
void fake_texture_close(struct gpu *gpu, struct gpu_texture *texture);
int fake_texture_open(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out, uint64_t *object,
		      struct gb_error *error);

/* ---- fake_async.c: additional streams, events, graphs, and host buffers -------- */

extern const struct gpu_async_ops fake_async;

/* ---- fake_devices.c: several cards ---- */

void fake_links(int index, struct gb_links *out);
int fake_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error);
int fake_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error);
int fake_peer_copy(struct gpu *on, uint32_t stream, gb_ptr at, const struct gpu *to_gpu, gb_ptr from_at,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error);
int fake_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error);

/* ---- fake_memory.c: functions for plug-ins of the host ---- */

int fake_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error);
int fake_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error);
