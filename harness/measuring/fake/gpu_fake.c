/* gpu_fake.c: struct gpu_ops of the fake device, with its clocks, its power and other processes on it. */
#include <math.h>

#include "base/clock.h"
#include "fake/fake_parts.h"

static void fake_state(struct gpu *gpu, struct gpu_state *out)
{
	*out = fake.state;
	if (fake_calls("launch") < fake.asleep)
		out->mem_clock_hz /= 4;
}

/* There is a sample at every multiple of power_step. */
static double fake_power(struct gpu *gpu, double since, double until)
{
	return fake.power_w > 0 && fake.power_step * floor(until / fake.power_step) >= since ? fake.power_w
											     : (double)NAN;
}

static double fake_energy(struct gpu *gpu)
{
	fake_draw(gpu, gpu->waits);
	return fake.power_w > 0 ? gpu->joules : (double)NAN;
}

void fake_draw(struct gpu *gpu, bool waits)
{
	/* Time matters only if there is an energy counter. */
	const double step = fake.power_w > 0 ? floor(gb_clock_now() / fake.energy_step) : 0;

	if (gpu->step > 0)
		gpu->joules += (step - gpu->step) * fake.energy_step * (gpu->waits ? fake.waiting_w : fake.power_w);
	gpu->step = step;
	gpu->waits = waits;
}

static double count_error(unsigned int launches)
{
	return launches > 0 && fake_calls("launch") + fake_calls("graph_launch") >= launches;
}

static void fake_health(int index, struct gpu_health *out)
{
	*out = fake.health;
	for (int i = 0; i < GPU_COUNTERS; i++)
		out->count[i] += count_error(fake.error_at[i]);
	out->last_xid = 79; /* fallen off the bus */
}

static bool others_have_left(void)
{
	return fake.leave_at > 0 && gb_clock_now() >= fake.leave_at;
}

static int fake_processes(int index)
{
	return fake.processes < 0
		       ? -1
		       : fake.opened_on[index % FAKE_DEVICES_MAX] + (others_have_left() ? 0 : fake.processes);
}

static int fake_busy(int index)
{
	return others_have_left() && fake.busy > 0 ? 0 : fake.busy;
}

static int fake_working(int index, double seconds)
{
	return fake.workers < 0 ? -1 : fake.opened_on[index % FAKE_DEVICES_MAX] + fake.workers;
}

const struct gpu_ops fake_ops = {
	.name = "fake",
	.count = fake_count,
	.describe = fake_describe,
	.attribute = fake_attribute,
	.links = fake_links,
	.health = fake_health,
	.processes = fake_processes,
	.busy = fake_busy,
	.working = fake_working,
	.open = fake_open,
	.close = fake_close,
	.memory_free = fake_memory_free,
	.alloc = fake_alloc,
	.release = fake_release,
	.fill = fake_fill,
	.copy_in = fake_copy_in,
	.copy_out = fake_copy_out,
	.load = fake_load,
	.unload = fake_unload,
	.kernel = fake_kernel_of,
	.code = fake_code,
	.occupancy = fake_occupancy,
	.clusters = fake_clusters,
	.tensor_map = fake_tensor_map,
	.carveout = fake_carveout,
	.persist = fake_persist,
	.texture_open = fake_texture_open,
	.texture_close = fake_texture_close,
	.stream = fake_stream,
	.close_streams = fake_close_streams,
	.fork = fake_fork,
	.join = fake_join,
	.peer_can = fake_peer_can,
	.peer_access = fake_peer_access,
	.peer_copy = fake_peer_copy,
	.peer_wait = fake_peer_wait,
	.team = fake_team,
	.place = fake_place,
	.launch = fake_launch,
	.copy_on = fake_copy_on,
	.mark = fake_mark,
	.sync = fake_sync,
	.elapsed = fake_elapsed,
	.state = fake_state,
	.power = fake_power,
	.energy = fake_energy,
	.async = &fake_async,
};
