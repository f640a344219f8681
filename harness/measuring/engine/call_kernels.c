/* call_kernels.c: the functions that plug-ins call for kernels: occupancy, the requirements of a launch, and
 * launches. */
#include "base/mangled.h"
#include "engine/run.h"

int gb_find_kernel(struct gb_run *run, const char *name, struct gb_kernel *out)
{
	const int status = run->card->ops->kernel(run->card->gpu, run->module, name, out, gb_run_error(run));
	const struct gb_variant *variant = gb_variant(run);
	char mangled[GB_NAME_MAX + 64];

	if (status == GB_FAILED && gb_mangled_find(variant->image, variant->image_end, name, mangled, sizeof mangled))
		return gb_error_prefix(gb_run_error(run), "the plug-in has %s: declare the kernel extern \"C\"",
				       mangled);
	return status;
}

int gb_occupancy(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		 uint32_t *blocks)
{
	return run->card->ops->occupancy(run->card->gpu, kernel, block, shared_bytes, blocks, gb_run_error(run));
}

int gb_clusters(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters)
{
	return run->card->ops->clusters(run->card->gpu, kernel, shape, clusters, gb_run_error(run));
}

int gb_tensor_map(struct gb_run *run, const struct gb_tensor *tensor, struct gb_tensor_map *out)
{
	return run->card->ops->tensor_map(run->card->gpu, tensor, NULL, out, gb_run_error(run));
}

int gb_tensor_map_im2col(struct gb_run *run, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
			 struct gb_tensor_map *out)
{
	return run->card->ops->tensor_map(run->card->gpu, tensor, im2col, out, gb_run_error(run));
}

int gb_launch(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, const void *args)
{
	return run->card->ops->launch(run->card->gpu, kernel, shape, args, gb_run_error(run));
}

void gb_output_of_blocks(struct gb_run *run, struct gb_block_output output)
{
	run->output = output;
}

int gb_carveout(struct gb_run *run, const struct gb_kernel *kernel, int percent)
{
	return run->card->ops->carveout(run->card->gpu, kernel, percent, gb_run_error(run));
}

int gb_persist(struct gb_run *run, gb_ptr at, uint64_t bytes, uint64_t *kept)
{
	run->persists = true;
	return run->card->ops->persist(run->card->gpu, at, bytes, kept, gb_run_error(run));
}

int gb_texture_open(struct gb_run *run, const struct gb_texture *texture, uint64_t *object)
{
	if (run->textures == GB_TEXTURES_MAX)
		return gb_fail(run, "more than %d textures", GB_TEXTURES_MAX);
	if (texture->address >= GB_ADDRESS_WRAP && !texture->normalised)
		return gb_fail(run, "only normalised coordinates repeat a texture");
	int status = run->card->ops->texture_open(run->card->gpu, texture, &run->texture[run->textures], object,
						  gb_run_error(run));
	run->textures += status == GB_OK;
	return status;
}

int gb_team(struct gb_run *run, int node, uint32_t *cores)
{
	if (run->card->ops->team == NULL)
		return gb_skip(run, "only the host's processors have cores to choose from");
	return run->card->ops->team(run->card->gpu, node, cores, gb_run_error(run));
}
