#!/bin/sh
# processor.sh FOLDER NAME: makes FOLDER a root in which hwloc finds this machine with a processor of that name. Prints
# the required environment variables.
set -eu
folder=$1 name=$2
mkdir -p "$folder/proc"
for entry in /proc/[a-z]*; do
	ln -sfn "$entry" "$folder/proc/${entry##*/}"
done
ln -sfn /sys "$folder/sys"
rm -f "$folder/proc/cpuinfo"
awk -v name="$name" '/^model name/ { print "model name\t: " name; next } { print }' \
	/proc/cpuinfo >"$folder/proc/cpuinfo"
# The host is this machine, so threads may be bound to its cores. Otherwise hwloc would ask the processor itself for its
# name.
echo "HWLOC_FSROOT=$folder HWLOC_THISSYSTEM=1 HWLOC_COMPONENTS=-x86,-pci"
