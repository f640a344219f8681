/* command_profile.c: describes gpubench profile -- PROGRAM ARGS..., which gpubench-profile performs. */
#include "cli/commands.h"
#include "cli/profiler.h"

#define TO(field, function) GB_OPTION_TO(struct gb_profiling_options, field, function)

static void name_caches(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	each(context, "all", "flushed before each pass, as ncu does");
	each(context, "none", "left unchanged");
}

static const struct gb_option option_table[] = {
	{ .help = "Kernels to profile" },
	{ "from", "FILE|SECONDS",
	  "read a CSV of ncu's raw page (-: standard input), a report .ncu-rep, or a kernel summary, GPU trace or "
	  "SQLite export of Nsight Systems instead of running a program; with a program: profile it from this second "
	  "on",
	  TO(from, gb_option_text), .file = GB_FILE_READ },
	{ "to", "SECONDS", "profile the program only up to this second", TO(to, gb_option_number) },
	{ "kernel", "TEXT", "only kernels with this name, or regex:EXPRESSION, as in ncu", TO(kernel, gb_option_text) },
	{ "launch-skip", "N", "skip this many launches first, as in ncu", TO(skip, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ "launch-count", "N", "profile at most this many launches, as in ncu", TO(count, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ "nvtx", "TEXT", "only launches within NVTX ranges, in the syntax of ncu: 'step/' is a range pushed as step",
	  TO(nvtx, gb_option_text) },
	{ "profiler-start", NULL, "only what happens between cudaProfilerStart and cudaProfilerStop",
	  TO(started, gb_option_flag) },
	{ "survey", NULL, "show only where the time goes, without counters: kernels, copies, gaps, launches",
	  TO(survey, gb_option_flag) },
	{ "no-survey", NULL, "profile every launch under ncu, without running the program first",
	  TO(no_survey, gb_option_flag) },
	{ "no-counters", NULL, "count executed instructions instead: FLOP and L1 exactly, DRAM bytes within bounds",
	  TO(no_counters, gb_option_flag) },
	{ "budget", "SECONDS",
	  "time to spend on counters, in addition to the program's own (120); other launches are extrapolated",
	  TO(budget, gb_option_number) },
	{ "total", "SECONDS", "end all runs of the program after this time, and show what was found until then",
	  TO(total, gb_option_number) },
	{ "cache-control", "WORD", "GPU caches to flush between passes, as in ncu:", TO(cache, gb_option_text),
	  .names = name_caches },
	{ "ncu", "FILE", "use this Nsight Compute instead of the one in PATH", TO(ncu, gb_option_text),
	  .file = GB_FILE_READ },
	{ .help = "Roofs" },
	{ "roofs", "FILE",
	  "roofs in these result files; repeatable (default: $GPUBENCH_RESULTS, else the folder results)",
	  TO(roofs, gb_option_texts) },
	{ "gpu", "TEXT",
	  "roofs of the GPU whose UUID, host or PCI id begins with this, or whose model or board contains it",
	  TO(gpu, gb_option_text) },
	{ "explain", NULL, "also explain each kernel's time, what would help, and the measured rows that show it",
	  TO(explain, gb_option_flag) },
	GB_OPTIONS_SHOW(struct gb_profiling_options, format, output),
	{ "plot", "FILE",
	  "also draw the roofline with the kernels; their area shows their time: FILE.svg, FILE.png or FILE.pdf",
	  TO(plot, gb_option_text), .file = GB_FILE_WRITTEN },
	GB_OPTION_FOREIGN,
	{ "keep", "FILE", "also save the output of ncu, for --from", TO(keep, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench profile -- ./app -n 1000", "every kernel of ./app under the roofs in results/" },
	{ "gpubench profile --survey -- python3 train.py", "where its time goes, without counters" },
	{ "gpubench profile --from 30 --to 40 -- python3 train.py", "ten seconds of it, after it has warmed up" },
	{ "gpubench profile --plot app.svg -o app.txt -- python3 train.py", "with a picture; the table in a file" },
	{ "gpubench profile --kernel regex:gemm --launch-count 20 -- ./app", "some launches only" },
	{ "gpubench profile --explain -- ./app", "also what limits each kernel, and what would help" },
	{ "gpubench profile --from ncu.csv --roofs gpu.csv --csv", "a profile from another machine, without a GPU" },
	{ NULL, NULL },
};

const struct gb_command gb_command_profile = {
	.word = "profile",
	.operands = "-- PROGRAM ARGS...",
	.summary = "kernels of a program under the measured roofs of its GPU",
	.intro =
		"gpubench profile -- PROGRAM ARGS...: runs a program and traces where its time goes, then runs it "
		"under Nsight Compute,\n"
		"at the clock the GPU chooses, to count a few launches of each kernel that matters. For each kernel it "
		"names the measured\n"
		"roof that limits it, the distance to that roof, the time that could be saved, and the reason.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "the program or ncu failed, a file has faults, no kernel or no roof of its GPU, or output "
		       "could not be written" },
		  { 130, "interrupted" } },
	.outro = "A kernel's work takes at least work / roof on each roof; the roof with the longest time limits it. "
		 "\"far from every\n"
		 "roof\" means latency: see what its warps wait for. The program's own output is not changed; -o "
		 "writes the table to a file.\n",
	.program = true,
	.options_size = sizeof(struct gb_profiling_options),
	.perform = gb_start_profiler,
};
