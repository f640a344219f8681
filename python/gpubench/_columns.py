"""The columns of a row, printed from harness/record/columns.h by tools/pages/schema.sh -w."""
from dataclasses import dataclass
from typing import Optional

SCHEMA = "gpubench-1"
IN_EVERY_FILE = 45  # columns, the first ones; older files may lack the others


@dataclass
class Columns:
    """An observation. Unknown texts are empty, unknown numbers are None."""

    schema: str
    """name and version of this table: gpubench-1"""
    version: str
    """version of the program, as git describes it"""
    run_id: str
    """the same in all rows of one run, and in no other"""
    time_utc: str
    """when the row was measured, ISO 8601"""
    host: str
    """the node's name"""
    job_id: str
    """batch job, such as SLURM_JOB_ID"""
    rank: str
    """task in the job, such as SLURM_PROCID"""
    device: str
    """number of the GPU on its host, or the word host for its processors"""
    gpu_name: str
    """model"""
    gpu_uuid: str
    """identity of the GPU, the same on every host and in every job; for processors, identity of the host"""
    pci_bus_id: str
    """PCI address"""
    compute_capability: str
    """major.minor"""
    driver: str
    """driver release"""
    cuda: str
    """newest CUDA that the driver supports / CUDA that the program was built with"""
    vbios: str
    """firmware of the card"""
    ecc: str
    """error correction: on, off"""
    mig: str
    """partitioned GPU: on, off"""
    power_limit_w: Optional[float]
    """enforced power limit, W"""
    numa_node: Optional[float]
    """NUMA node of the host next to the GPU"""
    benchmark: str
    """plug-in"""
    variant: str
    """build variant of the kernels; empty in a conclusion from several rows"""
    point: str
    """every axis with its value; searched axes have their best value"""
    axis: str
    """the primary reported axis"""
    x: Optional[float]
    """number on that axis; empty if the axis has names"""
    roof: str
    """the roof that this row sets"""
    metric: str
    """name of the measured quantity"""
    unit: str
    """SI base unit"""
    value: Optional[float]
    """median of the samples"""
    lo: Optional[float]
    """95 % interval of the median, lower end"""
    hi: Optional[float]
    """upper end"""
    min: Optional[float]
    """smallest sample"""
    max: Optional[float]
    """largest sample"""
    samples: Optional[float]
    """batches timed; none is left out"""
    spread: Optional[float]
    """interquartile range relative to the median"""
    stop: str
    """why sampling ended: converged, budget"""
    limit: Optional[float]
    """physical limit of this point at the measured clock, same unit"""
    fraction: Optional[float]
    """value / limit (limit / value where lower is better)"""
    sm_clock_hz: Optional[float]
    """mean SM clock over exactly the timed interval; for processors, the core clock"""
    mem_clock_hz: Optional[float]
    """memory clock"""
    power_w: Optional[float]
    """mean of the card's power samples during this load; empty if there are none"""
    temperature_c: Optional[float]
    """GPU temperature during this load, degrees Celsius; empty if the load is too short"""
    energy_j: Optional[float]
    """energy of one launch; empty if the counter is too coarse"""
    throttle: str
    """reasons that lowered the clock, joined by |, or none"""
    status: str
    """ok, suspect, skipped, failed"""
    reason: str
    """why the status is not ok, or a remark"""
    sm_clock_rated_hz: Optional[float]
    """rated (highest) SM clock; for processors, the core clock"""
    memory_bytes: Optional[float]
    """total device memory"""
    sm_clock_slowest_hz: Optional[float]
    """mean clock of the slowest SM in the timed interval, with which a launch ends"""
    point_number: Optional[float]
    """position of the point in the plan of the run, from 1; empty in a conclusion"""
    points: Optional[float]
    """points planned for this device in this run; if the file has fewer, the run was cut short"""
    mode: str
    """mode of the run: quick, full, every-point, sdc (not measurements: docs/reliability.md)"""
    board: str
    """part number of the board that carries the GPU; boards of one model may differ in memory"""
    origin: str
    """where the value comes from: measured, derived (from what was measured), modelled, concluded"""
    fraction_rated: Optional[float]
    """as fraction, but with the limit at rated clocks; shows the loss from a lowered clock"""
    peer_uuid: str
    """identity of the other GPU of a pair, or the word all for all GPUs of the run at once"""
    per_clock: Optional[float]
    """value per SM and cycle of the clock that limits it; only for work that is limited by the SM clock alone"""
    per_clock_lo: Optional[float]
    """its 95 % interval, lower end; a changing clock does not widen it"""
    per_clock_hi: Optional[float]
    """upper end"""
    matrix_clock_hz: Optional[float]
    """SM clock of this card under low-precision matrix instructions, measured on four SMs with zeros; only in rows of these instructions"""
    fraction_matrix: Optional[float]
    """as fraction, but with the limit at matrix_clock_hz; shows the loss from the power limit"""
    sm_clock_nvml_hz: Optional[float]
    """SM clock that NVML reports during this load; the measured clock may differ"""
    mem_temperature_c: Optional[float]
    """memory temperature during this load, degrees Celsius; empty if it is too short, or the card has no such sensor"""
    sms: Optional[float]
    """number of SMs; for processors, empty"""
    pcie_lanes: Optional[float]
    """lanes of the PCIe link to the host"""
