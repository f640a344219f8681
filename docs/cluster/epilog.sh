#!/bin/sh
# epilog.sh: measures the GPUs that a job had, and drains the node if one of them failed or is slow. For Slurm:
#     Epilog=/etc/slurm/epilog.sh
# This script calls health.sh in the same folder, which has the settings and the check. After a job without GPUs,
# nothing is measured. SLURM_JOB_GPUS numbers GPUs in the order of nvidia-smi. A status other than 0 would also drain
# the node, with "Epilog error" as reason.

[ -n "${SLURM_JOB_GPUS-}" ] || exit 0
CUDA_VISIBLE_DEVICES=$SLURM_JOB_GPUS
CUDA_DEVICE_ORDER=PCI_BUS_ID
export CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER
exec "${0%/*}/health.sh"
