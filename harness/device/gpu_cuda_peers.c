/* gpu_cuda_peers.c: operations between several devices. */
#include "device/gpu_cuda.h"

int cuda_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error)
{
	int can = 0, native = 0;
	int status = cuda_check(cudaDeviceCanAccessPeer(&can, index, peer), "cudaDeviceCanAccessPeer", error);

	if (status != GB_OK)
		return status;
	if (cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, index, peer) != cudaSuccess)
		cudaGetLastError();
	*access = can != 0;
	*atomics = native != 0;
	return GB_OK;
}

int cuda_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error)
{
	cuda_use(gpu);
	const cudaError_t code =
		on ? cudaDeviceEnablePeerAccess(peer->index, 0) : cudaDeviceDisablePeerAccess(peer->index);

	/* It is already in the requested state. */
	if (code == (on ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled)) {
		cudaGetLastError();
		return GB_OK;
	}
	int status = cuda_check(code, on ? "cudaDeviceEnablePeerAccess" : "cudaDeviceDisablePeerAccess", error);
	if (code == cudaErrorPeerAccessUnsupported || code == cudaErrorTooManyPeers) {
		cudaGetLastError();
		return GB_SKIPPED;
	}
	return status;
}

int cuda_peer_copy(struct gpu *on, uint32_t stream, gb_ptr to, const struct gpu *to_gpu, gb_ptr from,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error)
{
	void *handle;
	int status = cuda_stream(on, stream, &handle, error);

	if (status != GB_OK)
		return status;
	return cuda_check(
		cudaMemcpyPeerAsync(gb_address(to), to_gpu->index, gb_address(from), from_gpu->index, bytes, handle),
		"cudaMemcpyPeerAsync", error);
}

int cuda_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error)
{
	cuda_use(other);
	int status = cuda_check(cudaEventRecord(other->passed, other->stream), "cudaEventRecord", error);

	cuda_use(gpu);
	return status == GB_OK
		       ? cuda_check(cudaStreamWaitEvent(gpu->stream, other->passed, 0), "cudaStreamWaitEvent", error)
		       : status;
}
