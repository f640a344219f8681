/* power.h: `clock power`: loads of several lengths with pauses between, then one of four seconds at the power limit.
 * Each row is one quantity at one moment, seconds since the load began:
 *
 *     sm_clock_hz      of each launch, counted by the SMs
 *     power_w          NVML's samples, at their own time stamps, from 0.1 s before the load to 0.4 s after it
 *     nvml_power_w, nvml_sm_clock_hz, nvml_temperature_c, nvml_throttle, nvml_capped_s
 *                      what NVML answers to who asks each millisecond, whenever the answer changes: the draw of "this
 *                      moment", clock, temperature, the bits of the throttle reasons, seconds spent at the power cap
 *
 * docs/how-we-measure.md says what follows from the result for readings within a point. */
#include <dlfcn.h>
#include <pthread.h>

struct nvml_field {
	unsigned int id, scope;
	long long timestamp, latency;
	int type, status;
	union {
		unsigned int ui;
		unsigned long long ull;
	} value;
};

struct nvml_power_sample {
	unsigned long long microseconds; /* since 1970 */
	union {
		unsigned int ui;
		unsigned long long ull;
	} milliwatts;
};

static struct {
	int (*init)(void);
	int (*by_pci)(const char *, void **);
	int (*samples)(void *, int, unsigned long long, int *, unsigned int *, struct nvml_power_sample *);
	int (*fields)(void *, int, struct nvml_field *);
	int (*temperature)(void *, int, unsigned int *);
	int (*clock)(void *, int, unsigned int *);
	int (*reasons)(void *, unsigned long long *);
	void *card;
} nvml;

static bool open_nvml()
{
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
	char pci[32];

	if (library == NULL)
		return false;
	*(void **)&nvml.init = dlsym(library, "nvmlInit_v2");
	*(void **)&nvml.by_pci = dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
	*(void **)&nvml.samples = dlsym(library, "nvmlDeviceGetSamples");
	*(void **)&nvml.fields = dlsym(library, "nvmlDeviceGetFieldValues");
	*(void **)&nvml.temperature = dlsym(library, "nvmlDeviceGetTemperature");
	*(void **)&nvml.clock = dlsym(library, "nvmlDeviceGetClockInfo");
	*(void **)&nvml.reasons = dlsym(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
	CHECK(cudaDeviceGetPCIBusId(pci, sizeof pci, 0));
	return nvml.init != NULL && nvml.init() == 0 && nvml.by_pci != NULL && nvml.by_pci(pci, &nvml.card) == 0 &&
	       nvml.samples != NULL && nvml.fields != NULL && nvml.temperature != NULL && nvml.clock != NULL &&
	       nvml.reasons != NULL;
}

/* Seconds since 1970, as NVML stamps its samples. */
static double wall_now()
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* ---- what NVML answers ------------------------------------------------------------------------------------------- */

enum { ANSWERS = 5, CHANGES_MAX = 20000 };
static const char *const answer_names[ANSWERS] = { "nvml_power_w", "nvml_sm_clock_hz", "nvml_temperature_c",
						   "nvml_throttle", "nvml_capped_s" };
static struct change {
	double at, value; /* wall clock */
	int answer;
} changes[CHANGES_MAX];
static size_t change_count;
static volatile bool asking;

static double field_value(unsigned int id, double unit)
{
	struct nvml_field field = {};

	field.id = id;
	if (nvml.fields(nvml.card, 1, &field) != 0 || field.status != 0)
		return -1;
	return unit * (field.type == 1 ? field.value.ui : (double)field.value.ull);
}

static double answer(int which)
{
	unsigned long long bits = 0;
	unsigned int number = 0;

	switch (which) {
	case 0:
		return field_value(186, 1e-3); /* "instant" */
	case 1:
		return nvml.clock(nvml.card, 1, &number) == 0 ? 1e6 * number : -1;
	case 2:
		return nvml.temperature(nvml.card, 0, &number) == 0 ? (double)number : -1;
	case 3:
		return nvml.reasons(nvml.card, &bits) == 0 ? (double)bits : -1;
	default:
		return field_value(74, 1e-9); /* nanoseconds held back by the power limit */
	}
}

static void *ask(void *)
{
	double last[ANSWERS] = { -2, -2, -2, -2, -2 };

	while (asking) {
		for (int i = 0; i < ANSWERS && change_count < CHANGES_MAX; i++) {
			const double value = answer(i);
			if (value != last[i])
				changes[change_count++] = { wall_now(), value, i };
			last[i] = value;
		}
		rest(1e-3);
	}
	return NULL;
}

/* ---- one load ---------------------------------------------------------------------------------------------------- */

static void print_value(const char *scenario, double seconds, const char *quantity, double value)
{
	printf("%s,%.6f,%s,%.9g\n", scenario, seconds, quantity, value);
}

static void print_clock(const char *scenario, enum format, enum data, double seconds, double hz, double)
{
	print_value(scenario, seconds, "sm_clock_hz", hz);
}

static const double BEFORE_SECONDS = 0.1, AFTER_SECONDS = 0.4;

/* NVML keeps the last 119 samples, 2.4 s: they are fetched again and again. */
static std::vector<struct nvml_power_sample> samples;
static pthread_mutex_t fetching = PTHREAD_MUTEX_INITIALIZER;
static void fetch_samples()
{
	struct nvml_power_sample fresh[256];
	unsigned int count = 256;
	int type;

	pthread_mutex_lock(&fetching);
	const unsigned long long since = samples.empty() ? 0 : samples.back().microseconds;
	if (nvml.samples(nvml.card, 0, since, &type, &count, fresh) != 0)
		count = 0;
	for (unsigned int i = 0; i < count; i++)
		if (fresh[i].microseconds > since)
			samples.push_back(fresh[i]);
	std::sort(samples.begin(), samples.end(),
		  [](const struct nvml_power_sample &a, const struct nvml_power_sample &b) {
			  return a.microseconds < b.microseconds;
		  });
	pthread_mutex_unlock(&fetching);
}

static void *fetch(void *)
{
	while (asking) {
		fetch_samples();
		rest(0.5);
	}
	return NULL;
}

static void show_load(const char *scenario, enum data data, double seconds)
{
	const double began = wall_now();

	run(scenario, BF16, data, seconds);
	const double ended = wall_now();
	rest(AFTER_SECONDS + 0.05);
	fetch_samples();
	print_value(scenario, ended - began, "end", 0);
	pthread_mutex_lock(&fetching);
	for (const struct nvml_power_sample &sample : samples) {
		const double at = 1e-6 * (double)sample.microseconds - began;
		if (at >= -BEFORE_SECONDS && at <= ended - began + AFTER_SECONDS)
			print_value(scenario, at, "power_w", 1e-3 * sample.milliwatts.ui);
	}
	pthread_mutex_unlock(&fetching);
	for (size_t i = 0; i < change_count; i++) {
		const double at = changes[i].at - began;
		if (at >= -BEFORE_SECONDS && at <= ended - began + AFTER_SECONDS)
			print_value(scenario, at, answer_names[changes[i].answer], changes[i].value);
	}
}

static int show_power()
{
	static const double lengths[] = { 0.005, 0.02, 0.05, 0.1, 0.5 };
	char scenario[32];
	pthread_t thread[2];

	if (!open_nvml()) {
		fputs("clock: NVML does not answer\n", stderr);
		return 2;
	}
	take = print_clock;
	asking = true;
	pthread_create(&thread[0], NULL, ask, NULL);
	run(NULL, BF16, NORMAL, 0.01);
	rest(REST_SECONDS);
	puts("scenario,seconds,quantity,value");
	for (int turn = 0; turn < 3; turn++)
		for (double length : lengths) {
			snprintf(scenario, sizeof scenario, "%g s turn %d", length, turn + 1);
			show_load(scenario, NORMAL, length);
			rest(0.3 + 0.007 * turn);
		}
	rest(REST_SECONDS);
	pthread_create(&thread[1], NULL, fetch, NULL);
	show_load("4 s", NORMAL, 4);
	asking = false;
	pthread_join(thread[0], NULL);
	pthread_join(thread[1], NULL);
	return 0;
}
