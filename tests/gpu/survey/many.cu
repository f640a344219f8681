// 10,003 launches of two kernels: a memory-bound one and a compute-bound one.
#include <cstdio>

__global__ void memory(const float4 *x, float4 *y, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float4 v = x[i];
		v.x += 1;
		y[i] = v;
	}
}

__global__ void arithmetic(float *out, int steps)
{
	float a = threadIdx.x, b = a * 0.5f;

	for (int i = 0; i < steps; i++) {
		a = fmaf(a, b, 1.0f);
		b = fmaf(b, a, 2.0f);
	}
	if (a == b)
		out[0] = a;
}

int main()
{
	const int n = 1 << 20;
	float4 *x, *y;

	if (cudaMalloc(&x, n * sizeof *x) != cudaSuccess || cudaMalloc(&y, n * sizeof *y) != cudaSuccess)
		return 2;
	cudaMemset(x, 0, n * sizeof *x);
	for (int i = 0; i < 10003; i++)
		if (i % 2 == 0)
			memory<<<n / 256, 256>>>(x, y, n);
		else
			arithmetic<<<264, 256>>>((float *)y, 200);
	const cudaError_t error = cudaDeviceSynchronize();
	if (error != cudaSuccess)
		fprintf(stderr, "many: %s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
