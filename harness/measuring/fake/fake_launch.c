/* fake_launch.c: loaded variants, their kernels, and the effects of launches. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/text.h"
#include "fake/fake_parts.h"
#include "fake/fake_work.h"
#include "timing/stamp.h"

enum { KERNELS_MAX = 512 };

struct kernel {
	char name[GB_NAME_MAX];
	const char *variant;
	const struct gb_host_kernel *host; /* NULL: a kernel for GPUs */
	struct fake_known known;
};

struct gpu_module {
	struct kernel *kernel[KERNELS_MAX]; /* freed with the module, so that a later launch is a use after free */
	size_t kernels;
	const struct gb_variant *variant;
};

int fake_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_LOAD, error));
	if (fake.no_code)
		return gb_error_set(error,
				    "no machine code for compute capability %d.%d in variant %s, which has %s; "
				    "build with make ARCHS=\"%d\"",
				    fake.cc / 10, fake.cc % 10, variant->name, variant->archs, fake.cc);
	*out = gb_heap_array(1, sizeof **out);
	(*out)->variant = variant;
	fake.modules++;
	return GB_OK;
}

void fake_unload(struct gpu *gpu, struct gpu_module *module)
{
	for (size_t i = 0; i < module->kernels; i++)
		free(module->kernel[i]);
	free(module);
	fake.modules--;
}

static const struct gb_host_kernel *find_host_kernel(const struct gpu_module *module, const char *name)
{
	for (const struct gb_host_kernel *k = module->variant->kernels; k != NULL && k->name != NULL; k++)
		if (strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

int fake_kernel_of(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		   struct gb_error *error)
{
	struct fake_known known = { .kernel = { .registers = 32, .threads_max = 1024 } };
	size_t i = 0;

	if (fake_enter(FAKE_KERNEL, error) != GB_OK)
		return gb_error_prefix(error, "kernel %s", name);
	if (module->variant->kernels != NULL && find_host_kernel(module, name) == NULL)
		return gb_error_set(error, "the plug-in has no kernel '%s' for the host", name);
	int status = module->variant->kernels == NULL && fake.known != NULL
			     ? fake.known(module->variant, name, &known, error)
			     : GB_OK;
	if (status != GB_OK)
		return status;
	while (i < module->kernels && strcmp(module->kernel[i]->name, name) != 0)
		i++;
	if (i == KERNELS_MAX)
		return gb_error_set(error, "more kernels than a fake module has room for");
	if (i == module->kernels)
		module->kernel[module->kernels++] = gb_heap_array(1, sizeof(struct kernel));
	gb_text_copy(module->kernel[i]->name, GB_NAME_MAX, name);
	module->kernel[i]->variant = module->variant->name;
	module->kernel[i]->host = find_host_kernel(module, name);
	module->kernel[i]->known = known;
	*out = known.kernel;
	out->handle = module->kernel[i];
	return GB_OK;
}

int fake_code(const struct gpu_module *module)
{
	return fake.code;
}

uint32_t fake_args_size(const struct gb_kernel *kernel)
{
	const struct kernel *k = kernel->handle;

	for (const struct fake_emulated *e = fake_more_kernels; e != NULL && e->name != NULL; e++)
		if (strcmp(e->name, k->name) == 0)
			return e->args_size;
	return k->known.args_size;
}

int fake_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_CARVEOUT, error));
	if (percent < -1 || percent > 100)
		return gb_error_set(error, "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)");
	return GB_OK;
}

static void run_stamp(struct gpu *gpu, const struct gb_stamp_args *args)
{
	const int reached = fake.stamped_sms >= 0 ? fake.stamped_sms : fake.sms;

	/* The timer's stamps wait for microseconds. */
	fake_draw(gpu, args->delay > 1000000);
	fake_advance(gpu, 1e-9 * (double)args->delay);
	for (int sm = 0; sm < reached; sm++) {
		const double cycles = gpu->cycles * (sm == fake.sms - 1 ? fake.slowest : 1);
		args->stamps[sm] =
			(struct gb_stamp){ (unsigned long long)cycles, (unsigned long long)(1e9 * gpu->now) };
	}
}

static void run_matrix(struct gpu *gpu, struct gb_shape shape, const struct gb_matrix_args *args)
{
	const double seconds = 1e-9 * (double)args->nanoseconds, before = gpu->cycles;

	fake_advance(gpu, seconds);
	for (uint32_t block = 0; block < shape.grid; block++)
		args->spans[block] = (struct gb_stamp){ (unsigned long long)(fake.matrix * (gpu->cycles - before)),
							args->nanoseconds };
}

static const struct gb_model *find_model(const struct fake_models *models, const char *kernel)
{
	for (const struct gb_model *m = models != NULL ? models->table->model : NULL; m != NULL && m->kernel != NULL;
	     m++)
		if (fnmatch(m->kernel, kernel, 0) == 0)
			return m;
	return NULL;
}

gb_model_fn *fake_find_model(const struct fake_models *models, const char *kernel)
{
	const struct gb_model *model = find_model(models, kernel);

	return model != NULL ? model->function : NULL;
}

const char *fake_model_name(const struct fake_models *models, const char *kernel)
{
	const struct gb_model *model = find_model(models, kernel);

	return model != NULL ? model->kernel : NULL;
}

static const char *variant_running = ""; /* the variant of the kernel launched last */

void fake_run_model(const struct fake_models *models, const char *kernel, struct gb_shape shape, const void *args)
{
	gb_model_fn *model = fake_find_model(models, kernel);

	if (model == NULL)
		return;
	if (models->call != NULL)
		**models->call =
			(struct gb_model_call){ kernel, variant_running, fake.cc, fake_im2col_bring, fake.unchecked };
	model(shape, args);
}

static const struct fake_models *find_models(const struct kernel *k)
{
	const struct fake_models *models = k->known.models != NULL ? k->known.models : fake.models;

	return fake_find_model(models, k->name) != NULL ? models : NULL;
}

static bool kernel_computes(const struct kernel *k)
{
	return k->host != NULL || fake_find_kernel(k->name) != NULL || find_models(k) != NULL;
}

/* Do the kernel's work. Returns the virtual seconds that it takes; 0: the usual time. */
static double compute_kernel(const struct kernel *k, struct gb_shape shape, const void *args)
{
	double seconds = 0;

	if (fake.begins != NULL)
		fake.begins(k->name);
	/* Looked up now instead of at loading, because a test may have changed it, and an idle kernel has none. */
	fake_kernel_fn *function = fake_find_kernel(k->name);
	if (fake_is_counting_work())
		fake_count_launch(k->name, shape, args);
	else if (function == NULL && fake.computes)
		fake_run_model(find_models(k), k->name, shape, args);
	for (uint32_t thread = 0; k->host != NULL && fake.computes && thread < shape.grid; thread++)
		k->host->function(thread, shape.grid, args);
	if (function != NULL)
		seconds = function(shape, args);
	if (fake.ends != NULL)
		fake.ends(k->name);
	return seconds;
}

int fake_run_kernel(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		    struct gb_error *error)
{
	const struct kernel *k = kernel->handle;
	double seconds = 0;

	while (gpu->is_peer && gpu->index == fake.hung_peer && strcmp(k->name, "gb_stamp") != 0)
		pause();
	if (shape.grid == 0 || shape.block == 0 || shape.block > 1024)
		return gb_error_set(error, "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (invalid argument)");
	/* More threads than the kernel's registers or its __launch_bounds__ allow. */
	if (fake.known != NULL && k->host == NULL && shape.block > k->known.kernel.threads_max)
		return gb_error_set(error,
				    "kernel %s: a block of %u threads: cuLaunchKernel: "
				    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (%u is the most, with %u registers per thread)",
				    k->name, shape.block, k->known.kernel.threads_max, k->known.kernel.registers);
	GB_TRY(fake_check_shape(kernel, shape, error));
	if (strcmp(k->name, "gb_stamp") == 0) {
		run_stamp(gpu, args);
		return GB_OK;
	}
	if (strcmp(k->name, "gb_matrix") == 0) {
		run_matrix(gpu, shape, args);
		return GB_OK;
	}
	variant_running = k->variant;
	fake_draw(gpu, false);
	fake_wrote_anything();
	if (fake.launched != NULL)
		fake.launched(k->name, shape, args != NULL && kernel_computes(k));
	if (args != NULL)
		seconds = compute_kernel(k, shape, args);
	fake_pass(gpu, seconds);
	return GB_OK;
}

int fake_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		struct gb_error *error)
{
	return fake_enter(FAKE_LAUNCH, error) == GB_OK ? fake_run_kernel(gpu, kernel, shape, args, error) : GB_FAILED;
}
