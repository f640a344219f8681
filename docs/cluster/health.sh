#!/bin/sh
# health.sh: measures the GPUs of a node quickly, and drains the node if one has failed or is slow. For Slurm:
#     HealthCheckProgram=/etc/slurm/health.sh
#     HealthCheckInterval=3600
#     HealthCheckNodeState=IDLE
# Slurm runs it without PATH, arguments or environment, kills it after 60 s and does not look at its status. So all
# settings are here, the time is bounded, and the script drains the node itself.

gpubench=/usr/local/bin/gpubench
baseline=reference # those that come with gpubench; or a file: results of healthy GPUs of this site
drop=              # a roof is slow from here on, such as 5%; empty: by the scatter of each roof
gpus=              # that this node has; empty: as many as there are
folder=/var/log/gpubench
seconds=45

set -u
PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
node=${SLURMD_NODENAME:-$(uname -n | cut -d . -f 1)}

# drain REASON: the reason that somebody gave before stays.
drain() {
	scontrol show node "$node" --oneliner | grep -q ' State=[A-Z+]*DRAIN' && return
	scontrol update NodeName="$node" State=DRAIN Reason="gpubench: $1"
}

# The one line of the check, else the first complaint; short, and without what a terminal might take for a command.
why=$(
	GPUBENCH_HOST=$node timeout -k 2 $((seconds + 5)) "$gpubench" check --baseline "$baseline" --seconds "$seconds" \
		${drop:+--max-drop "$drop"} ${gpus:+--gpus "$gpus"} -o "$folder/$node.csv" 2>"$folder/$node.log"
	echo "status $?"
)
status=${why##*status }
[ "$status" -eq 0 ] && exit 0
why=${why%status *}
[ -n "$why" ] || why=$(sed -n 's/^gpubench: //p' "$folder/$node.log")
why=$(printf '%s\n' "$why" | head -n 1 | tr -cd '[:print:]' | cut -c 1-150)
drain "${why:-the check ended with status $status and said nothing}"
