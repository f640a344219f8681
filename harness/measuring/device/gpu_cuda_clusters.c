/* gpu_cuda_clusters.c: blocks that run together, in clusters or in a cooperative grid, and tensor maps. Some drivers
 * lack these calls. Each call is looked up on first use, and points that need a missing one are skipped. */
#include <string.h>

#include "device/gpu_cuda.h"

/* Every device with clusters supports this many blocks per cluster; more must be enabled first. */
enum { PORTABLE_CLUSTER = 8, ATTRIBUTES_MAX = 3 };

static struct {
	CUresult(CUDAAPI *launch)(const CUlaunchConfig *, CUfunction, void **, void **);
	CUresult(CUDAAPI *clusters)(int *, CUfunction, const CUlaunchConfig *);
	CUresult(CUDAAPI *set_attribute)(CUfunction, CUfunction_attribute, int);
#if CUDART_VERSION >= 12000
	CUresult(CUDAAPI *tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
				 const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
				 CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
	CUresult(CUDAAPI *im2col)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
				  const cuuint64_t *, const int *, const int *, cuuint32_t, cuuint32_t,
				  const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
				  CUtensorMapFloatOOBfill);
#endif
} driver;

static int need_call(const char *name, int cuda, void **slot, struct gb_error *error)
{
	return *slot != NULL || cuda_entry(name, cuda, slot, error) == GB_OK ? GB_OK : GB_SKIPPED;
}

static int need_device(const struct gpu *gpu, enum cudaDeviceAttr which, const char *what, struct gb_error *error)
{
	if (cuda_attribute_of(gpu->index, which) != 0)
		return GB_OK;
	return gb_error_skip(error, "this device has no %s", what);
}

static int need_early(const struct gpu *gpu, struct gb_error *error)
{
	if (cuda_attribute_of(gpu->index, cudaDevAttrComputeCapabilityMajor) >= 9)
		return GB_OK;
	return gb_error_skip(error, "programmatic dependent launch needs compute capability 9.0");
}

static int describe_launch(const struct gpu *gpu, cudaStream_t stream, const struct gb_kernel *kernel,
			   struct gb_shape shape, CUlaunchAttribute *attributes, CUlaunchConfig *out,
			   struct gb_error *error)
{
	unsigned int count = 0;
	int status = GB_OK;

	memset(attributes, 0, ATTRIBUTES_MAX * sizeof *attributes);
	if (shape.cluster > 0) {
		status = need_device(gpu, cudaDevAttrClusterLaunch,
				     "clusters of blocks, which need compute capability 9.0", error);
		if (status == GB_OK && shape.cluster > PORTABLE_CLUSTER)
			status = need_call("cuFuncSetAttribute", 9000, (void **)&driver.set_attribute, error);
		if (status == GB_OK && shape.cluster > PORTABLE_CLUSTER)
			status = cuda_check_driver(
				driver.set_attribute(kernel->handle,
						     CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
				"cuFuncSetAttribute", error);
		attributes[count].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
		attributes[count].value.clusterDim.x = shape.cluster;
		attributes[count].value.clusterDim.y = attributes[count].value.clusterDim.z = 1;
		count++;
	}
	if (shape.cooperative && status == GB_OK) {
		status = need_device(gpu, cudaDevAttrCooperativeLaunch, "cooperative launch", error);
		attributes[count].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
		attributes[count].value.cooperative = 1;
		count++;
	}
	if (shape.early && status == GB_OK) {
		status = need_early(gpu, error);
		attributes[count].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
		attributes[count].value.programmaticStreamSerializationAllowed = 1;
		count++;
	}
	*out = (CUlaunchConfig){
		.gridDimX = shape.grid,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = shape.block,
		.blockDimY = 1,
		.blockDimZ = 1,
		.sharedMemBytes = shape.shared_bytes,
		.hStream = stream,
		.attrs = attributes,
		.numAttrs = count,
	};
	return status;
}

int cuda_launch_together(struct gpu *gpu, cudaStream_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
			 void **parameters, struct gb_error *error)
{
	CUlaunchAttribute attributes[ATTRIBUTES_MAX];
	CUlaunchConfig config;

	int status = need_call("cuLaunchKernelEx", 11060, (void **)&driver.launch, error);
	if (status == GB_OK)
		status = describe_launch(gpu, stream, kernel, shape, attributes, &config, error);
	if (status != GB_OK)
		return status;
	return cuda_check_driver(driver.launch(&config, kernel->handle, parameters, NULL), "cuLaunchKernelEx", error);
}

int cuda_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
		  struct gb_error *error)
{
	CUlaunchAttribute attributes[ATTRIBUTES_MAX];
	CUlaunchConfig config;
	int found = 0;

	cuda_use(gpu);
	shape.grid = shape.cluster;
	int status = need_call("cuOccupancyMaxActiveClusters", 11070, (void **)&driver.clusters, error);
	if (status == GB_OK)
		status = cuda_allow_shared(kernel, shape.shared_bytes, error);
	if (status == GB_OK)
		status = describe_launch(gpu, gpu->stream, kernel, shape, attributes, &config, error);
	if (status != GB_OK)
		return status;
	CUresult code = driver.clusters(&found, kernel->handle, &config);
	if (code == CUDA_ERROR_INVALID_CLUSTER_SIZE || (code == CUDA_SUCCESS && found == 0)) {
		gb_error_write(error,
			       "this device runs no cluster of %u blocks of %u threads with %u bytes of shared memory",
			       shape.cluster, shape.block, shape.shared_bytes);
		return GB_SKIPPED;
	}
	status = cuda_check_driver(code, "cuOccupancyMaxActiveClusters", error);
	if (status == GB_OK)
		*clusters = (uint32_t)found;
	return status;
}

/* ---- tensor maps ------------------------------------------------------------------------------------------------ */

#if CUDART_VERSION >= 12000
struct tensor_parts {
	CUtensorMapDataType element;
	CUtensorMapSwizzle swizzle;
	CUtensorMapL2promotion promotion;
	cuuint64_t size[GB_TENSOR_RANK_MAX], stride[GB_TENSOR_RANK_MAX];
	cuuint32_t step[GB_TENSOR_RANK_MAX];
};

static struct tensor_parts describe_tensor(const struct gb_tensor *t)
{
	static const CUtensorMapDataType elements[] = {
		[GB_ELEMENT_U8] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
		[GB_ELEMENT_U16] = CU_TENSOR_MAP_DATA_TYPE_UINT16,
		[GB_ELEMENT_U32] = CU_TENSOR_MAP_DATA_TYPE_UINT32,
		[GB_ELEMENT_F16] = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
		[GB_ELEMENT_BF16] = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
		[GB_ELEMENT_F32] = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
	};
	static const CUtensorMapSwizzle swizzles[] = {
		[GB_SWIZZLE_NONE] = CU_TENSOR_MAP_SWIZZLE_NONE,
		[GB_SWIZZLE_32] = CU_TENSOR_MAP_SWIZZLE_32B,
		[GB_SWIZZLE_64] = CU_TENSOR_MAP_SWIZZLE_64B,
		[GB_SWIZZLE_128] = CU_TENSOR_MAP_SWIZZLE_128B,
	};
	struct tensor_parts d = {
		.element = elements[t->element],
		.swizzle = swizzles[t->swizzle],
		.promotion = t->promotion == 0    ? CU_TENSOR_MAP_L2_PROMOTION_NONE
			     : t->promotion < 128 ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
			     : t->promotion < 256 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
						  : CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
	};

	for (uint32_t i = 0; i < t->rank; i++) {
		d.size[i] = t->size[i];
		d.step[i] = 1;
		if (i > 0)
			d.stride[i - 1] = t->stride[i]; /* ignored for the innermost dimension */
	}
	return d;
}

static int encode_tiled(const struct gb_tensor *t, CUtensorMap *map, struct gb_error *error)
{
	const struct tensor_parts d = describe_tensor(t);
	cuuint32_t box[GB_TENSOR_RANK_MAX];
	int status = need_call("cuTensorMapEncodeTiled", 12000, (void **)&driver.tiled, error);

	for (uint32_t i = 0; i < t->rank; i++)
		box[i] = t->box[i];
	if (status != GB_OK)
		return status;
	return cuda_check_driver(driver.tiled(map, d.element, t->rank, gb_address(t->at), d.size, d.stride, box, d.step,
					      CU_TENSOR_MAP_INTERLEAVE_NONE, d.swizzle, d.promotion,
					      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
				 "cuTensorMapEncodeTiled", error);
}

/* The steps along channels and from image to image stay 1. */
static int encode_im2col(const struct gb_tensor *t, const struct gb_im2col *im2col, CUtensorMap *map,
			 struct gb_error *error)
{
	struct tensor_parts d = describe_tensor(t);
	int lower[GB_IMAGE_RANK_MAX], upper[GB_IMAGE_RANK_MAX];
	int status = need_call("cuTensorMapEncodeIm2col", 12000, (void **)&driver.im2col, error);

	for (uint32_t i = 0; i < GB_IMAGE_RANK_MAX; i++) {
		lower[i] = im2col->lower[i];
		upper[i] = im2col->upper[i];
		if (i + 2 < t->rank)
			d.step[i + 1] = im2col->step[i];
	}
	if (status != GB_OK)
		return status;
	return cuda_check_driver(driver.im2col(map, d.element, t->rank, gb_address(t->at), d.size, d.stride, lower,
					       upper, im2col->channels, im2col->pixels, d.step,
					       CU_TENSOR_MAP_INTERLEAVE_NONE, d.swizzle, d.promotion,
					       CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
				 "cuTensorMapEncodeIm2col", error);
}
#endif

int cuda_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
		    struct gb_tensor_map *out, struct gb_error *error)
{
	if (cuda_attribute_of(gpu->index, cudaDevAttrComputeCapabilityMajor) < 9)
		return gb_error_skip(error, "tensor copies need compute capability 9.0");
#if CUDART_VERSION >= 12000
	_Static_assert(sizeof(CUtensorMap) == sizeof out->bits, "a kernel reads the driver's own bits");
	CUtensorMap map;

	if (tensor->rank < 1 || tensor->rank > GB_TENSOR_RANK_MAX)
		return gb_error_set(error, "a tensor of %u dimensions", tensor->rank);
	int status = im2col == NULL ? encode_tiled(tensor, &map, error) : encode_im2col(tensor, im2col, &map, error);
	if (status == GB_OK)
		memcpy(out->bits, &map, sizeof out->bits);
	return status;
#else
	(void)tensor, (void)im2col, (void)out;
	return gb_error_skip(error, "tensor copies need CUDA 12.0; this was built with CUDA %d.%d",
			     CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
#endif
}
