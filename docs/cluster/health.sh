#!/bin/sh
# health.sh: measures the GPUs of a node quickly, and drains the node if one has failed or is slow. For Slurm:
#     HealthCheckProgram=/etc/slurm/health.sh
#     HealthCheckInterval=3600
#     HealthCheckNodeState=IDLE
# Slurm runs it without PATH, arguments or environment, kills it after 60 s and does not look at its status. So all
# settings are here, the time is bounded, and the script drains the node itself.

gpubench=/usr/local/bin/gpubench
baseline=/etc/slurm/gpubench.csv # of this node, or of others with the same GPUs, measured with the same options
folder=/var/log/gpubench
max_drop=5%
seconds=45

set -u
PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
node=${SLURMD_NODENAME:-$(uname -n | cut -d . -f 1)}
csv=$folder/$node.csv

# drain REASON: the reason that somebody gave before stays.
drain() {
	scontrol show node "$node" --oneliner | grep -q ' State=[A-Z+]*DRAIN' && return
	scontrol update NodeName="$node" State=DRAIN Reason="gpubench: $1"
}

# first_line: what gpubench complains of, as one short line
first_line() {
	sed -n 's/^gpubench: //p' | grep -v '^note: ' | head -n 1 | tr -cd '[:print:]' | cut -c 1-150
}

said=$(GPUBENCH_HOST=$node timeout -k 2 $((seconds + 3)) "$gpubench" --all --quick --deadline "$seconds" -o "$csv" 2>&1)
status=$?
if [ $status -eq 0 ]; then
	said=$(timeout -k 2 5 "$gpubench" compare "$csv" --baseline "$baseline" --max-drop "$max_drop" 2>&1 >/dev/null)
	status=$?
fi
[ $status -eq 0 ] && exit 0
why=$(printf '%s\n' "$said" | first_line)
drain "${why:-ended with status $status and said nothing}"
