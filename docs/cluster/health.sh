#!/bin/sh
# health.sh: measures the GPUs of a node quickly, and drains the node if one of them failed or is slow. For Slurm:
#     HealthCheckProgram=/etc/slurm/health.sh
#     HealthCheckInterval=3600
#     HealthCheckNodeState=IDLE
# Slurm runs it without PATH, arguments or environment, kills it after 60 s and ignores its status. All settings are
# therefore here, the time is bounded, and the script drains the node itself.

gpubench=/usr/local/bin/gpubench
baseline=reference # the shipped references, or a file with results of healthy GPUs of this site
drop=              # drop from which a roof is slow, such as 5%; empty: it depends on the scatter of each roof
gpus=              # number of GPUs that this node must have; empty: any number
metrics=           # file of node_exporter's textfile collector for the findings; empty: none
folder=/var/log/gpubench
seconds=45

set -u
PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
node=${SLURMD_NODENAME:-$(uname -n | cut -d . -f 1)}

# drain REASON: drains the node; a node that is drained already keeps its reason.
drain() {
	scontrol show node "$node" --oneliner | grep -q ' State=[A-Z+]*DRAIN' && return
	scontrol update NodeName="$node" State=DRAIN Reason="gpubench: $1"
}

# The line that the check prints, or otherwise its first message, shortened and without control characters.
why=$(
	GPUBENCH_HOST=$node timeout -k 2 $((seconds + 5)) "$gpubench" check --baseline "$baseline" \
		--seconds "$seconds" ${drop:+--max-drop "$drop"} ${gpus:+--gpus "$gpus"} \
		${metrics:+--prometheus "$metrics"} -o "$folder/$node.csv" 2>"$folder/$node.log"
	echo "status $?"
)
status=${why##*status }
[ "$status" -eq 0 ] && exit 0
why=${why%status *}
[ -n "$why" ] || why=$(sed -n 's/^gpubench: //p' "$folder/$node.log")
why=$(printf '%s\n' "$why" | head -n 1 | tr -cd '[:print:]' | cut -c 1-150)
drain "${why:-the check ended with status $status and said nothing}"
