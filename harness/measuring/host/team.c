#include "host/team.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/heap.h"
#include "device/processor.h"

/* A queue of this length starts by itself. Only a loop that calibrates the number of launches enqueues so much. */
enum { QUEUE_MAX = 4096 };

/* Iterations before a waiting thread yields its core, so that a team with more threads than processors makes
 * progress. */
enum { SPINS = 20000 };

enum kind { LAUNCH, MARK };

struct command {
	enum kind kind;
	int mark;
	gb_host_fn *function;
	uint32_t threads;
	_Alignas(16) unsigned char args[GB_HOST_ARGS_MAX];
};

struct member {
	struct gb_team *team;
	pthread_t thread;
	size_t core;
	double hz[2];           /* at the marks */
	double wall[2], cpu[2]; /* monotonic seconds and the thread's processor seconds, at the marks */
};

/* Padded on purpose: a thread that spins at the barrier must not disturb those that work. */
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct gb_team {
	const struct gb_processor *processor;
	struct member *member;
	size_t members;      /* threads */
	size_t first, cores; /* the chosen cores */
	struct command *queue;
	size_t count;
	bool under_way;  /* the queue was started and not yet waited for */
	uint32_t active; /* threads of the batch */
	double at[2];

	pthread_mutex_t lock;
	pthread_cond_t wake, done;
	unsigned long batch; /* batches started so far */
	size_t running;      /* members still running */
	bool quit;
	double wall, cpu; /* seconds between marks over all members, since the last query */

	_Alignas(128) atomic_uint arrived;
	_Alignas(128) atomic_uint round;
};

/* ---- one member ------------------------------------------------------------------------------------------------- */

static void relax_core(void)
{
#if defined(__x86_64__)
	__asm__ volatile("pause");
#elif defined(__aarch64__)
	__asm__ volatile("isb");
#endif
}

static void meet_others(struct gb_team *team)
{
	const unsigned int round = atomic_load(&team->round);

	if (atomic_fetch_add(&team->arrived, 1) + 1 == team->active) {
		atomic_store(&team->arrived, 0);
		atomic_store(&team->round, round + 1);
		return;
	}
	for (unsigned int spins = 0; atomic_load(&team->round) == round; spins++)
		if (spins < SPINS)
			relax_core();
		else
			sched_yield();
}

static double cpu_seconds(void)
{
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

static void pass_mark(struct member *m, uint32_t number, int which)
{
	struct gb_team *team = m->team;

	/* The end time is read before everything else, the start time after everything else. */
	if (which == 1 && number == 0)
		team->at[1] = gb_clock_now();
	m->wall[which] = gb_clock_now();
	m->cpu[which] = cpu_seconds();
	m->hz[which] = gb_cycles_clock();
	if (which == 0) {
		meet_others(team);
		m->wall[0] = gb_clock_now();
		m->cpu[0] = cpu_seconds();
		if (number == 0)
			team->at[0] = gb_clock_now();
	}
	meet_others(team);
}

static void do_batch(struct member *m, uint32_t number)
{
	struct gb_team *team = m->team;

	m->wall[0] = m->wall[1] = m->cpu[0] = m->cpu[1] = 0;
	meet_others(team); /* all have woken up */
	for (size_t i = 0; i < team->count; i++) {
		const struct command *c = &team->queue[i];
		if (c->kind == MARK) {
			pass_mark(m, number, c->mark);
			continue;
		}
		if (number < c->threads)
			c->function(number, c->threads, c->args);
		meet_others(team);
	}
}

static void *member_main(void *argument)
{
	struct member *m = argument;
	struct gb_team *team = m->team;
	unsigned long seen = 0;

	/* If binding is refused, the thread runs where the scheduler puts it. */
	gb_processor_bind(team->processor, m->core);
	pthread_mutex_lock(&team->lock);
	for (;;) {
		while (team->batch == seen && !team->quit)
			pthread_cond_wait(&team->wake, &team->lock);
		if (team->quit)
			break;
		seen = team->batch;
		const size_t number = m->core - team->first;
		if (m->core < team->first || number >= team->active)
			continue;
		pthread_mutex_unlock(&team->lock);
		do_batch(m, (uint32_t)number);
		pthread_mutex_lock(&team->lock);
		if (m->wall[1] > m->wall[0] && m->wall[0] > 0) {
			team->wall += m->wall[1] - m->wall[0];
			team->cpu += m->cpu[1] - m->cpu[0];
		}
		if (--team->running == 0)
			pthread_cond_signal(&team->done);
	}
	pthread_mutex_unlock(&team->lock);
	return NULL;
}

/* ---- the team --------------------------------------------------------------------------------------------------- */

/* The members have stacks of this size, because the shell's limit may be too small for a kernel, or too large for many
 * cores. */
enum { STACK_BYTES = 1 << 20 };

static int start_members(struct gb_team *team, struct gb_error *error)
{
	pthread_attr_t attributes;
	int code = pthread_attr_init(&attributes);

	if (code == 0)
		code = pthread_attr_setstacksize(&attributes, STACK_BYTES);
	for (size_t i = 0; i < team->processor->cores && code == 0; i++) {
		team->member[i] = (struct member){ .team = team, .core = i };
		code = pthread_create(&team->member[i].thread, &attributes, member_main, &team->member[i]);
		team->members += code == 0;
	}
	pthread_attr_destroy(&attributes);
	if (code != 0)
		return gb_error_set(error, "no thread for core %zu of %zu: %s", team->members, team->processor->cores,
				    strerror(code));
	return GB_OK;
}

int gb_team_open(struct gb_team **out, const struct gb_processor *processor, struct gb_error *error)
{
	struct gb_team *team = aligned_alloc(_Alignof(struct gb_team), sizeof *team);

	if (team == NULL)
		gb_heap_end();
	memset(team, 0, sizeof *team);
	team->processor = processor;
	team->cores = processor->cores;
	pthread_mutex_init(&team->lock, NULL);
	pthread_cond_init(&team->wake, NULL);
	pthread_cond_init(&team->done, NULL);
	team->member = gb_heap_array(processor->cores, sizeof *team->member);
	team->queue = gb_heap_array(QUEUE_MAX, sizeof *team->queue);
	const int status = start_members(team, error);
	if (status == GB_OK)
		*out = team;
	else
		gb_team_close(team);
	return status;
}

void gb_team_close(struct gb_team *team)
{
	pthread_mutex_lock(&team->lock);
	team->quit = true;
	pthread_cond_broadcast(&team->wake);
	pthread_mutex_unlock(&team->lock);
	for (size_t i = 0; i < team->members; i++)
		pthread_join(team->member[i].thread, NULL);
	pthread_cond_destroy(&team->done);
	pthread_cond_destroy(&team->wake);
	pthread_mutex_destroy(&team->lock);
	free(team->queue);
	free(team->member);
	free(team);
}

int gb_team_choose(struct gb_team *team, int node, uint32_t *cores, struct gb_error *error)
{
	const struct gb_core *core = team->processor->core;
	size_t first = 0, end = team->processor->cores;

	GB_TRY(gb_processor_has_node(team->processor, node, error));
	gb_team_wait(team);
	while (node >= 0 && core[first].node != node)
		first++;
	while (node >= 0 && core[end - 1].node != node)
		end--;
	team->first = first;
	team->cores = end - first;
	*cores = (uint32_t)team->cores;
	return GB_OK;
}

uint32_t gb_team_cores(const struct gb_team *team)
{
	return (uint32_t)team->cores;
}

/* ---- the queue -------------------------------------------------------------------------------------------------- */

static struct command *next_command(struct gb_team *team)
{
	/* A started batch uses the queue and must end before the queue changes. */
	if (team->under_way || team->count == QUEUE_MAX)
		gb_team_wait(team);
	return &team->queue[team->count++];
}

int gb_team_launch(struct gb_team *team, const struct gb_host_kernel *kernel, uint32_t threads, const void *args,
		   struct gb_error *error)
{
	if (threads == 0 || threads > team->cores)
		return gb_error_set(error, "a launch of %u threads on %zu cores", (unsigned int)threads, team->cores);
	struct command *c = next_command(team);
	c->kind = LAUNCH;
	c->function = kernel->function;
	c->threads = threads;
	memcpy(c->args, args, kernel->args_size);
	return GB_OK;
}

int gb_team_mark(struct gb_team *team, int which, struct gb_error *error)
{
	struct command *c = next_command(team);
	c->kind = MARK;
	c->mark = which;
	c->threads = 1;
	return GB_OK;
}

void gb_team_start(struct gb_team *team)
{
	uint32_t active = 0;

	if (team->count == 0 || team->under_way)
		return;
	team->under_way = true;
	for (size_t i = 0; i < team->count; i++)
		active = team->queue[i].threads > active ? team->queue[i].threads : active;
	pthread_mutex_lock(&team->lock);
	team->active = active;
	team->running = active;
	team->batch++;
	pthread_cond_broadcast(&team->wake);
	pthread_mutex_unlock(&team->lock);
}

void gb_team_wait(struct gb_team *team)
{
	gb_team_start(team);
	pthread_mutex_lock(&team->lock);
	while (team->running > 0)
		pthread_cond_wait(&team->done, &team->lock);
	pthread_mutex_unlock(&team->lock);
	team->count = 0;
	team->under_way = false;
}

/* ---- results of the marks --------------------------------------------------------------------------------------- */

double gb_team_seconds(const struct gb_team *team)
{
	return team->at[1] - team->at[0];
}

/* The higher of a core's two counts, because interruptions only lower a count. */
double gb_team_clock(const struct gb_team *team)
{
	double sum = 0;

	for (size_t i = team->first; i < team->first + team->active; i++)
		sum += fmax(team->member[i].hz[0], team->member[i].hz[1]);
	return team->active > 0 ? sum / (double)team->active : (double)NAN;
}

double gb_team_lost(struct gb_team *team)
{
	pthread_mutex_lock(&team->lock);
	const double lost = team->wall > 0 ? 1 - team->cpu / team->wall : 0;
	team->wall = team->cpu = 0;
	pthread_mutex_unlock(&team->lock);
	return fmax(lost, 0);
}
