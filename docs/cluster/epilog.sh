#!/bin/sh
# epilog.sh: measures the GPUs that a job had, and drains the node if one of them failed or is slow. For Slurm:
#     Epilog=/etc/slurm/epilog.sh
# It calls health.sh in the same folder, which has the settings and the check. A job without GPUs costs nothing.
# SLURM_JOB_GPUS numbers GPUs in the order of nvidia-smi. A status other than 0 would also drain the node, with "Epilog
# error" as reason.

[ -n "${SLURM_JOB_GPUS-}" ] || exit 0
CUDA_VISIBLE_DEVICES=$SLURM_JOB_GPUS
CUDA_DEVICE_ORDER=PCI_BUS_ID
export CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER
exec "${0%/*}/health.sh"
