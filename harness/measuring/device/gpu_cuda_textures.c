/* gpu_cuda_textures.c: texture objects over memory and over CUDA arrays. */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "device/gpu_cuda.h"

/* By texel format. */
static const struct texel {
	enum cudaChannelFormatKind kind;
	int bits;
	enum cudaTextureReadMode read;
} texels[] = {
	[GB_TEXEL_F32] = { cudaChannelFormatKindFloat, 32, cudaReadModeElementType },
	[GB_TEXEL_F16] = { cudaChannelFormatKindFloat, 16, cudaReadModeElementType },
	[GB_TEXEL_U8] = { cudaChannelFormatKindUnsigned, 8, cudaReadModeNormalizedFloat },
	[GB_TEXEL_S8] = { cudaChannelFormatKindSigned, 8, cudaReadModeNormalizedFloat },
	[GB_TEXEL_U16] = { cudaChannelFormatKindUnsigned, 16, cudaReadModeNormalizedFloat },
	[GB_TEXEL_S16] = { cudaChannelFormatKindSigned, 16, cudaReadModeNormalizedFloat },
};

static const enum cudaTextureAddressMode addresses[] = {
	[GB_ADDRESS_CLAMP] = cudaAddressModeClamp,
	[GB_ADDRESS_BORDER] = cudaAddressModeBorder,
	[GB_ADDRESS_WRAP] = cudaAddressModeWrap,
	[GB_ADDRESS_MIRROR] = cudaAddressModeMirror,
};

void cuda_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
	cuda_use(gpu);
	if (texture->object != 0)
		cudaDestroyTextureObject(texture->object);
	if (texture->array != NULL)
		cudaFreeArray(texture->array);
	free(texture);
}

static struct cudaChannelFormatDesc channel_format(const struct gb_texture *t)
{
	const struct texel *texel = &texels[t->texel];

	return cudaCreateChannelDesc(texel->bits, t->channels >= 2 ? texel->bits : 0,
				     t->channels >= 4 ? texel->bits : 0, t->channels >= 4 ? texel->bits : 0,
				     texel->kind);
}

static uint64_t row_bytes(const struct gb_texture *t)
{
	return t->width * t->channels * (uint64_t)texels[t->texel].bits / 8;
}

static uint64_t one_at_least(uint64_t count)
{
	return count > 0 ? count : 1;
}

static int copy_to_array(struct gpu *gpu, const struct gb_texture *t, cudaArray_t *array, struct gb_error *error)
{
	const struct cudaChannelFormatDesc format = channel_format(t);
	const uint64_t planes = t->layers > 0 ? t->layers : t->depth;
	const struct cudaExtent size = { t->width, t->height, planes };
	struct cudaMemcpy3DParms copy;

	GB_TRY(cuda_check(cudaMalloc3DArray(array, &format, size, t->layers > 0 ? cudaArrayLayered : 0),
			  "cudaMalloc3DArray", error));
	memset(&copy, 0, sizeof copy);
	copy.srcPtr = (struct cudaPitchedPtr){ gb_address(t->at), t->pitch, t->width, one_at_least(t->height) };
	copy.dstArray = *array;
	copy.extent = (struct cudaExtent){ t->width, one_at_least(t->height), one_at_least(planes) };
	copy.kind = cudaMemcpyDeviceToDevice;
	return cuda_check(cudaMemcpy3DAsync(&copy, gpu->stream), "cudaMemcpy3DAsync", error);
}

static int describe_resource(struct gpu *gpu, const struct gb_texture *t, struct gpu_texture *out,
			     struct cudaResourceDesc *resource, struct gb_error *error)
{
	switch (t->layout) {
	case GB_TEXTURE_LINEAR:
		resource->resType = cudaResourceTypeLinear;
		resource->res.linear.devPtr = gb_address(t->at);
		resource->res.linear.desc = channel_format(t);
		resource->res.linear.sizeInBytes = row_bytes(t);
		return GB_OK;
	case GB_TEXTURE_PITCH:
		resource->resType = cudaResourceTypePitch2D;
		resource->res.pitch2D.devPtr = gb_address(t->at);
		resource->res.pitch2D.desc = channel_format(t);
		resource->res.pitch2D.width = t->width;
		resource->res.pitch2D.height = t->height;
		resource->res.pitch2D.pitchInBytes = t->pitch;
		return GB_OK;
	case GB_TEXTURE_ARRAY:
		break;
	}
	int status = copy_to_array(gpu, t, &out->array, error);
	resource->resType = cudaResourceTypeArray;
	resource->res.array.array = out->array;
	return status;
}

int cuda_texture_open(struct gpu *gpu, const struct gb_texture *t, struct gpu_texture **out, uint64_t *object,
		      struct gb_error *error)
{
	/* The hardware treats a 1D texture as a plane of one row, so filtering would include the border above it. */
	const enum cudaTextureAddressMode address = addresses[t->address];
	const bool line = t->layout == GB_TEXTURE_ARRAY && t->height == 0;
	const struct cudaTextureDesc sampling = {
		.addressMode = { address, line ? cudaAddressModeClamp : address, address },
		.filterMode = t->linear_filter ? cudaFilterModeLinear : cudaFilterModePoint,
		.readMode = texels[t->texel].read,
		.normalizedCoords = t->normalised,
	};
	struct cudaResourceDesc resource;
	struct gpu_texture *texture = gb_heap_array(1, sizeof *texture);

	cuda_use(gpu);
	memset(&resource, 0, sizeof resource);
	int status = describe_resource(gpu, t, texture, &resource, error);
	if (status == GB_OK)
		status = cuda_check(cudaCreateTextureObject(&texture->object, &resource, &sampling, NULL),
				    "cudaCreateTextureObject", error);
	if (status != GB_OK) {
		cuda_texture_close(gpu, texture);
		return status;
	}
	*object = texture->object;
	*out = texture;
	return GB_OK;
}
