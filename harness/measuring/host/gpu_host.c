/* gpu_host.c: the host's processors as a device: kernels, time, and the table of all operations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "host/gpu_host.h"

struct gpu_module {
	const struct gb_host_kernel *kernels;
};

/* ---- open and close --------------------------------------------------------------------------------------------- */

static void host_close(struct gpu *gpu)
{
	if (gpu->team != NULL)
		gb_team_close(gpu->team);
	free(gpu);
}

static int host_open(int index, struct gpu **out, struct gb_error *error)
{
	struct gpu *gpu = gb_heap_array(1, sizeof *gpu);

	gpu->processor = host_processors(error);
	int status = gpu->processor != NULL ? gb_team_open(&gpu->team, gpu->processor, error) : GB_FAILED;
	if (status == GB_OK)
		*out = gpu;
	else
		host_close(gpu);
	return status;
}

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

static int host_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	*out = gb_heap_array(1, sizeof **out);
	(*out)->kernels = variant->kernels;
	return GB_OK;
}

static void host_unload(struct gpu *gpu, struct gpu_module *module)
{
	gb_team_wait(gpu->team);
	free(module);
}

static int host_kernel(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		       struct gb_error *error)
{
	for (const struct gb_host_kernel *k = module->kernels; k != NULL && k->name != NULL; k++)
		if (strcmp(k->name, name) == 0) {
			/* Stored only to be passed to launch() unchanged. */
			*out = (struct gb_kernel){ .handle = (void *)(uintptr_t)k, .threads_max = 1 };
			return GB_OK;
		}
	return gb_error_set(error, "the plug-in has no kernel '%s' for the host", name);
}

static int host_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		       struct gb_error *error)
{
	return gb_team_launch(gpu->team, kernel->handle, shape.grid, args, error);
}

static int host_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error)
{
	return gb_team_choose(gpu->team, node, cores, error);
}

/* ---- GPU-only operations ---------------------------------------------------------------------------------------- */

static int refuse_operation(struct gb_error *error, const char *what)
{
	return gb_error_skip(error, "the host's processors have no %s", what);
}

#define LACKS(operation, what, ...)                                                       \
	static int host_##operation(struct gpu *gpu, __VA_ARGS__, struct gb_error *error) \
	{                                                                                 \
		return refuse_operation(error, what);                                     \
	}
LACKS(occupancy, "blocks", const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes, uint32_t *blocks)
LACKS(carveout, "shared memory", const struct gb_kernel *kernel, int percent)
LACKS(persist, "parts of L2 to set aside", gb_ptr at, uint64_t bytes, uint64_t *kept)
LACKS(clusters, "clusters of blocks", const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters)
LACKS(tensor_map, "tensor copies", const struct gb_tensor *tensor, const struct gb_im2col *im2col,
      struct gb_tensor_map *out)
LACKS(texture_open, "textures", const struct gb_texture *texture, struct gpu_texture **out, uint64_t *object)
LACKS(stream, "streams", uint32_t number, void **handle)
LACKS(streams, "streams", uint32_t count)

static void host_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
}

/* ---- time and state --------------------------------------------------------------------------------------------- */

static int host_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	return gb_team_mark(gpu->team, which, error);
}

static int host_sync(struct gpu *gpu, struct gb_error *error)
{
	gb_team_wait(gpu->team);
	return GB_OK;
}

static int host_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	*seconds = gb_team_seconds(gpu->team);
	return GB_OK;
}

static double host_clock(struct gpu *gpu)
{
	return gb_team_clock(gpu->team);
}

static void host_state(struct gpu *gpu, struct gpu_state *out)
{
	*out = GPU_STATE_UNKNOWN;
	out->lost = gb_team_lost(gpu->team);
	gb_team_start(gpu->team);
}

static double host_power(struct gpu *gpu, double since, double until)
{
	return NAN;
}

static double host_energy(struct gpu *gpu)
{
	gb_team_start(gpu->team);
	return NAN;
}

const struct gpu_ops gpu_host = {
	.name = "host",
	.target = GB_HOST,
	.count = host_count,
	.describe = host_describe,
	.attribute = host_attribute,
	.processes = host_processes,
	.open = host_open,
	.close = host_close,
	.memory_free = host_memory_free,
	.alloc = host_alloc,
	.release = host_release,
	.fill = host_fill,
	.copy_in = host_copy_in,
	.copy_out = host_copy_out,
	.load = host_load,
	.unload = host_unload,
	.kernel = host_kernel,
	.occupancy = host_occupancy,
	.carveout = host_carveout,
	.persist = host_persist,
	.clusters = host_clusters,
	.tensor_map = host_tensor_map,
	.texture_open = host_texture_open,
	.texture_close = host_texture_close,
	.stream = host_stream,
	.fork = host_streams,
	.join = host_streams,
	.team = host_team,
	.place = host_place,
	.launch = host_launch,
	.copy_on = host_copy_on,
	.mark = host_mark,
	.sync = host_sync,
	.elapsed = host_elapsed,
	.clock = host_clock,
	.state = host_state,
	.power = host_power,
	.energy = host_energy,
};
