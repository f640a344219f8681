/* series.h: bursts with pauses between them, and loads that follow one another: `clock series`.
 *
 * "ref": a burst after a second of rest. "same PAUSE i": the i-th of five bursts of one load. "mixed": four loads in
 * turn, and the same after a second at the power limit. "cycle i": the i-th round of four loads, 0.4 s each. */

static const struct {
	enum format format;
	enum data data;
} turns[] = { { BF16, NORMAL }, { E4M3, NORMAL }, { BF16, ZEROS }, { E4M3, ZEROS } };
enum { TURNS = sizeof turns / sizeof turns[0] };

static const double BURST_SECONDS = 0.03, TURN_SECONDS = 0.4, MIXED_PAUSE = 0.2;

static void run_turn(const char *what, double pause, int number, int turn, double seconds)
{
	char scenario[96];

	snprintf(scenario, sizeof scenario, "%s %.2f %d", what, pause, number);
	run(scenario, turns[turn].format, turns[turn].data, seconds);
}

static void mixed_bursts(const char *what)
{
	for (int i = 0; i < 2 * TURNS; i++) {
		run_turn(what, MIXED_PAUSE, i, i % TURNS, BURST_SECONDS);
		rest(MIXED_PAUSE);
	}
}

static int show_series()
{
	static const double pauses[] = { 0.5, 0.25, 0.12 };

	run(NULL, BF16, ZEROS, 0.2);
	puts("scenario,load,data,seconds,sm_clock_hz,flop_rate");
	for (int turn = 0; turn < TURNS; turn++) {
		rest(1);
		run_turn("ref", 1, turn, turn, BURST_SECONDS);
	}
	for (int turn = 0; turn < TURNS; turn += TURNS - 1)
		for (double pause : pauses) {
			rest(1);
			for (int i = 0; i < 5; i++) {
				run_turn("same", pause, i, turn, BURST_SECONDS);
				rest(pause);
			}
		}
	rest(1);
	mixed_bursts("mixed");
	run(NULL, E4M3, NORMAL, 1);
	rest(0.3);
	mixed_bursts("after heavy mixed");
	for (int round = 0; round < 7; round++)
		for (int turn = 0; turn < TURNS; turn++)
			run_turn("cycle", 0, round, turn, TURN_SECONDS);
	return 0;
}
