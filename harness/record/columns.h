/* columns.h: the columns of a row. This is their only list: the struct of a row, the writers, the reader, the messages
 * between processes and docs/csv-schema.md all follow it.
 *
 * A new column is one line at the end of GB_COLUMNS_ADDED, and the code that sets its value. Its group determines
 * whether a row derived from another one, such as a metric, a burst or a conclusion, keeps it. */
#pragma once

#define GB_SCHEMA "gpubench-1"

// clang-format off

/* Group, name, and one line for the schema page. Every file of this schema has these columns. */
#define GB_COLUMNS_FIRST(TEXT, NUMBER, STATUS) \
	TEXT(RUN, schema, "name and version of this table: " GB_SCHEMA) \
	TEXT(RUN, version, "version of the program, as git describes it") \
	TEXT(RUN, run_id, "the same in all rows of one run, and in no other") \
	TEXT(RUN, time_utc, "when the row was measured, ISO 8601") \
	TEXT(RUN, host, "the node's name") \
	TEXT(RUN, job_id, "batch job, such as SLURM_JOB_ID") \
	TEXT(RUN, rank, "task in the job, such as SLURM_PROCID") \
	TEXT(DEVICE, device, "number of the GPU on its host, or the word host for its processors") \
	TEXT(DEVICE, gpu_name, "model") \
	TEXT(DEVICE, gpu_uuid, "identity of the GPU, the same on every host and in every job; for processors, " \
	                       "identity of the host") \
	TEXT(DEVICE, pci_bus_id, "PCI address") \
	TEXT(DEVICE, compute_capability, "major.minor") \
	TEXT(DEVICE, driver, "driver release") \
	TEXT(DEVICE, cuda, "newest CUDA that the driver supports / CUDA that the program was built with") \
	TEXT(DEVICE, vbios, "firmware of the card") \
	TEXT(DEVICE, ecc, "error correction: on, off") \
	TEXT(DEVICE, mig, "partitioned GPU: on, off") \
	NUMBER(DEVICE, power_limit_w, "enforced power limit, W") \
	NUMBER(DEVICE, numa_node, "NUMA node of the host next to the GPU") \
	TEXT(POINT, benchmark, "plug-in") \
	TEXT(POINT, variant, "build variant of the kernels; empty in a conclusion from several rows") \
	TEXT(POINT, point, "every axis with its value; searched axes have their best value") \
	TEXT(POINT, axis, "the primary reported axis") \
	NUMBER(POINT, x, "number on that axis; empty if the axis has names") \
	TEXT(POINT, roof, "the roof that this row sets") \
	TEXT(VALUE, metric, "name of the measured quantity") \
	TEXT(VALUE, unit, "SI base unit") \
	NUMBER(VALUE, value, "median of the samples") \
	NUMBER(VALUE, lo, "95 % interval of the median, lower end") \
	NUMBER(VALUE, hi, "upper end") \
	NUMBER(VALUE, min, "smallest sample") \
	NUMBER(VALUE, max, "largest sample") \
	NUMBER(VALUE, samples, "batches timed; none is left out") \
	NUMBER(VALUE, spread, "interquartile range relative to the median") \
	TEXT(VALUE, stop, "why sampling ended: converged, budget") \
	NUMBER(LIMIT, limit, "physical limit of this point at the measured clock, same unit") \
	NUMBER(LIMIT, fraction, "value / limit (limit / value where lower is better)") \
	NUMBER(STATE, sm_clock_hz, "mean SM clock over exactly the timed interval; for processors, the core clock") \
	NUMBER(STATE, mem_clock_hz, "memory clock") \
	NUMBER(STATE, power_w, "mean of the card's power samples during this load; empty if there are none") \
	NUMBER(STATE, temperature_c, "GPU temperature during this load, degrees Celsius; empty if the " \
	                             "load is too short") \
	NUMBER(STATE, energy_j, "energy of one launch; empty if the counter is too coarse") \
	TEXT(STATE, throttle, "reasons that lowered the clock, joined by |, or none") \
	STATUS(OUTCOME, status, "ok, suspect, skipped, failed") \
	TEXT(OUTCOME, reason, "why the status is not ok, or a remark")

/* Files of older versions of the program lack these: readers must not rely on them. */
#define GB_COLUMNS_ADDED(TEXT, NUMBER, STATUS) \
	NUMBER(DEVICE, sm_clock_rated_hz, "rated (highest) SM clock; for processors, the core clock") \
	NUMBER(DEVICE, memory_bytes, "total device memory") \
	NUMBER(STATE, sm_clock_slowest_hz, "mean clock of the slowest SM in the timed interval, with " \
	                                   "which a launch ends") \
	NUMBER(POINT, point_number, "position of the point in the plan of the run, from 1; empty in a conclusion") \
	NUMBER(POINT, points, "points planned for this device in this run; if the file has fewer, the " \
	                      "run was cut short") \
	TEXT(RUN, mode, "mode of the run: quick, full, every-point, sdc (not measurements: docs/reliability.md)") \
	TEXT(DEVICE, board, "part number of the board that carries the GPU; boards of one model may differ in memory") \
	TEXT(VALUE, origin, "where the value comes from: measured, derived (from what was measured), " \
	                    "modelled, concluded") \
	NUMBER(LIMIT, fraction_rated, "as fraction, but with the limit at rated clocks; shows the loss from " \
	                              "a lowered clock") \
	TEXT(DEVICE, peer_uuid, "identity of the other GPU of a pair, or the word all for all GPUs of " \
	                        "the run at once") \
	NUMBER(VALUE, per_clock, "value per SM and cycle of the clock that limits it; only for work that is limited " \
	                         "by the SM clock alone") \
	NUMBER(VALUE, per_clock_lo, "its 95 % interval, lower end; a changing clock does not widen it") \
	NUMBER(VALUE, per_clock_hi, "upper end") \
	NUMBER(LIMIT, matrix_clock_hz, "SM clock of this card under low-precision matrix instructions, measured on " \
	                               "four SMs with zeros; only in rows of these instructions") \
	NUMBER(LIMIT, fraction_matrix, "as fraction, but with the limit at matrix_clock_hz; shows the loss from " \
	                               "the power limit") \
	NUMBER(STATE, sm_clock_nvml_hz, "SM clock that NVML reports during this load; the measured clock may differ") \
	NUMBER(STATE, mem_temperature_c, "memory temperature during this load, degrees Celsius; empty if it is too " \
	                                 "short, or the card has no such sensor") \
	NUMBER(DEVICE, sms, "number of SMs; for processors, empty") \
	NUMBER(DEVICE, pcie_lanes, "lanes of the PCIe link to the host")

/* The identity of a row: two rows that agree in all of these columns are one observation, in whichever file. Stores,
 * readers of several files and gates use only this list (identity.h). */
#define GB_COLUMNS_IDENTITY(X) \
	X(run_id) X(host) X(device) X(gpu_uuid) X(peer_uuid) \
	X(benchmark) X(variant) X(point) X(axis) X(x) X(roof) X(metric)

// clang-format on

/* In the order of the file. */
#define GB_COLUMNS(TEXT, NUMBER, STATUS) GB_COLUMNS_FIRST(TEXT, NUMBER, STATUS) GB_COLUMNS_ADDED(TEXT, NUMBER, STATUS)
