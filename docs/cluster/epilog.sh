#!/bin/sh
# epilog.sh: measures the GPUs that a job has had, and drains the node if one has failed or is slow. For Slurm:
#     Epilog=/etc/slurm/epilog.sh
# The settings and the check are those of health.sh, in the same folder. A job without GPUs costs nothing. What stands in
# SLURM_JOB_GPUS is counted as nvidia-smi does. A status other than 0 would drain the node too, with "Epilog error" as reason.

[ -n "${SLURM_JOB_GPUS-}" ] || exit 0
CUDA_VISIBLE_DEVICES=$SLURM_JOB_GPUS
CUDA_DEVICE_ORDER=PCI_BUS_ID
export CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER
exec "${0%/*}/health.sh"
