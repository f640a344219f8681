/* kernels.cu: kernels to be placed on a measured roofline: two memory-bound ones and a compute-bound one.
 * docs/roofline.md explains them. */
#include <cstdio>

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a * x[i] + y[i];
}

/* The same with 16 bytes at a time. */
extern "C" __global__ void saxpy4(int n, float a, const float4 *x, float4 *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n / 4)
		return;
	float4 u = x[i], v = y[i];
	y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
}

/* Eight independent chains of FMAs per thread: 2 * 8 * 4096 FLOP for 8 loads and a store. */
extern "C" __global__ void chains(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[8], sum = 0;

	for (int k = 0; k < 8; k++)
		v[k] = x[(i + k) % n];
#pragma unroll 16
	for (int j = 0; j < 4096; j++)
		for (int k = 0; k < 8; k++)
			v[k] = v[k] * a + 0.5f;
	for (int k = 0; k < 8; k++)
		sum += v[k];
	y[i % n] = sum;
}

int main()
{
	const int n = 1 << 28;
	float *x, *y;

	if (cudaMalloc(&x, sizeof(float) * n) != cudaSuccess || cudaMalloc(&y, sizeof(float) * n) != cudaSuccess) {
		fprintf(stderr, "kernels: %s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	cudaMemset(x, 1, sizeof(float) * n);
	cudaMemset(y, 1, sizeof(float) * n);
	saxpy<<<n / 256, 256>>>(n, 2, x, y);
	saxpy4<<<n / 4 / 256, 256>>>(n, 2, (const float4 *)x, (float4 *)y);
	chains<<<1056, 512>>>(n, 0.5f, x, y);
	const cudaError_t error = cudaDeviceSynchronize();
	if (error != cudaSuccess)
		fprintf(stderr, "kernels: %s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
