// ranges SECONDS: 30 launches of `early`, 7 of `middle` between cudaProfilerStart and cudaProfilerStop, a pause, 5 of
// `late`; all in the same shape.
#include <cstdio>
#include <cstdlib>
#include <cuda_profiler_api.h>
#include <unistd.h>

extern "C" __global__ void early(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

extern "C" __global__ void middle(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

extern "C" __global__ void late(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] -= 3;
}

int main(int argc, char **argv)
{
	const int n = 1 << 22;
	float *x;

	if (cudaMalloc(&x, n * sizeof *x) != cudaSuccess)
		return 2;
	cudaMemset(x, 0, n * sizeof *x);
	for (int i = 0; i < 30; i++)
		early<<<n / 256, 256>>>(x);
	cudaProfilerStart();
	for (int i = 0; i < 7; i++)
		middle<<<n / 256, 256>>>(x);
	cudaProfilerStop();
	cudaDeviceSynchronize();
	puts("waiting");
	fflush(stdout);
	sleep(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
	for (int i = 0; i < 5; i++)
		late<<<n / 256, 256>>>(x);
	return cudaDeviceSynchronize() != cudaSuccess;
}
