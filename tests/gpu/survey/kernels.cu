// kernels NAME: launches a kernel, with a known fault or without one, six times: saxpy, stride, conflicts, doubles.
#include <cstdio>
#include <cstring>

__global__ void saxpy(float a, const float *x, float *y, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a * x[i] + y[i];
}

__global__ void stride(const float *x, float *y, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	y[i] = x[(size_t)i * 8 % n];
}

__global__ void conflicts(float *out, int steps)
{
	__shared__ float s[1024];
	float sum = 0;

	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	for (int i = 0; i < steps; i++)
		sum += s[(threadIdx.x * 8 + i) % 1024];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void doubles(double *out, int steps)
{
	double a = threadIdx.x, b = a * 0.5;

	for (int i = 0; i < steps; i++) {
		a = fma(a, b, 1.0);
		b = a * b + a;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "saxpy";
	const int n = 1 << 25;
	float *x, *y;

	if (cudaMalloc(&x, n * sizeof *x) != cudaSuccess || cudaMalloc(&y, n * sizeof *y) != cudaSuccess)
		return 2;
	cudaMemset(x, 0, n * sizeof *x);
	cudaMemset(y, 0, n * sizeof *y);
	for (int i = 0; i < 6; i++) {
		if (strcmp(name, "saxpy") == 0)
			saxpy<<<n / 256, 256>>>(2, x, y, n);
		else if (strcmp(name, "stride") == 0)
			stride<<<n / 256, 256>>>(x, y, n);
		else if (strcmp(name, "conflicts") == 0)
			conflicts<<<2640, 256>>>(y, 500);
		else
			doubles<<<2640, 256>>>((double *)y, 500);
	}
	const cudaError_t error = cudaDeviceSynchronize();
	if (error != cudaSuccess)
		fprintf(stderr, "kernels: %s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
