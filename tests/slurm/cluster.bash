# shellcheck shell=bash
# cluster.bash: a real Slurm of several nodes on this machine, for tests. Sourced by a bash script that runs as root.
#
# Every node is a slurmd in a UTS namespace of its own, so that gethostname() is the node's name there. Nothing is
# written outside the folder of the cluster, all ports belong to the loopback, and there is no systemd and no cgroup.
#   slurm_start FOLDER NODES [LINE...]   LINEs go into slurm.conf; GPUS=2 gives each node two GPUs
#   slurm_stop
#   node_kill NAME                       as a power cut would: the slurmd, its steps and all their processes
#   node_start NAME                      the node comes back
# Debian: slurmctld slurmd slurm-client munge.

slurm_start() {
	slurm_folder=$1
	slurm_nodes=$2
	shift 2
	mkdir -p "$slurm_folder"/{run,log,state,spool,dev}
	chmod 755 "$slurm_folder"
	head -c 1024 /dev/urandom >"$slurm_folder/munge.key"
	chmod 600 "$slurm_folder/munge.key"
	export SLURM_CONF=$slurm_folder/slurm.conf
	slurm_port=$((10000 + $$ % 20000))
	until ports_are_free "$slurm_port" $((slurm_nodes + 1)); do
		slurm_port=$((slurm_port + slurm_nodes + 1))
	done
	write_slurm_conf "$@" >"$SLURM_CONF"
	echo "CgroupPlugin=cgroup/v1" >"$slurm_folder/cgroup.conf"
	munged --force --key-file="$slurm_folder/munge.key" --socket="$slurm_folder/run/munge.sock" \
		--pid-file="$slurm_folder/run/munged.pid" --log-file="$slurm_folder/log/munged.log" \
		--seed-file="$slurm_folder/run/munged.seed" || return
	slurmctld -D >"$slurm_folder/log/slurmctld.out" 2>&1 &
	echo $! >"$slurm_folder/run/slurmctld.is"
	disown
	for ((i = 1; i <= slurm_nodes; i++)); do
		node_start "n$i"
	done
	nodes_are idle "$slurm_nodes"
}

# ports_are_free FIRST COUNT: true if nobody listens on any of them
ports_are_free() {
	local port
	for ((port = $1; port < $1 + $2; port++)); do
		! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 1
	done
}

write_slurm_conf() {
	local i
	cat <<-END
		ClusterName=test
		SlurmctldHost=localhost(127.0.0.1)
		SlurmctldPort=$slurm_port
		SlurmUser=root
		SlurmdUser=root
		AuthType=auth/munge
		AuthInfo=socket=$slurm_folder/run/munge.sock
		CredType=cred/munge
		StateSaveLocation=$slurm_folder/state
		SlurmdSpoolDir=$slurm_folder/spool/%n
		SlurmctldPidFile=$slurm_folder/run/slurmctld.pid
		SlurmdPidFile=$slurm_folder/run/slurmd-%n.pid
		SlurmctldLogFile=$slurm_folder/log/slurmctld.log
		SlurmdLogFile=$slurm_folder/log/slurmd-%n.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		MpiDefault=none
		ReturnToService=2
		SlurmdTimeout=15
		SlurmctldTimeout=10
		KillWait=2
		MessageTimeout=15
		SchedulerParameters=sched_interval=2,batch_sched_delay=0
		JobRequeue=1
		RebootProgram=/bin/true
	END
	printf '%s\n' "$@"
	if [ -n "${GPUS:-}" ]; then
		# Slurm requires a device file for each GPU; any file will do. Programs get CUDA_VISIBLE_DEVICES as on a
		# real node.
		for ((i = 0; i < GPUS; i++)); do mknod "$slurm_folder/dev/nvidia$i" c 1 3; done
		echo "Name=gpu File=$slurm_folder/dev/nvidia[0-$((GPUS - 1))]" >"$slurm_folder/gres.conf"
		echo "GresTypes=gpu"
	fi
	for ((i = 1; i <= slurm_nodes; i++)); do
		echo "NodeName=n$i NodeHostname=n$i NodeAddr=127.0.0.1 Port=$((slurm_port + i)) CPUs=2 RealMemory=500" \
			"State=UNKNOWN ${GPUS:+Gres=gpu:$GPUS}"
	done
	echo "PartitionName=all Nodes=n[1-$slurm_nodes] Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO"
}

# nodes_are STATE COUNT: wait until COUNT nodes are in that state, up to two minutes
nodes_are() {
	local i
	for ((i = 0; i < 1200; i++)); do
		[ "$(sinfo -h -t "$1" -o %D 2>/dev/null | awk '{ n += $1 } END { print n + 0 }')" -ge "$2" ] && return
		sleep 0.1
	done
	sinfo >&2
	return 1
}

node_start() {
	mkdir -p "$slurm_folder/spool/$1"
	unshare --uts sh -c "hostname $1 && exec slurmd -D -N $1" >>"$slurm_folder/log/$1.out" 2>&1 &
	echo $! >"$slurm_folder/run/$1.is"
	disown
}

node_kill() {
	local process uts victims=()
	uts=$(readlink "/proc/$(cat "$slurm_folder/run/$1.is")/ns/uts")
	# A node that has ended, or has no namespace yet: processes with this name would be all of the machine's.
	if [ -z "$uts" ] || [ "$uts" = "$(readlink /proc/self/ns/uts)" ]; then
		return
	fi
	for process in /proc/[0-9]*; do
		[ "$(readlink "$process/ns/uts" 2>/dev/null)" = "$uts" ] && victims+=("${process#/proc/}")
	done
	kill -9 "${victims[@]}" 2>/dev/null
}

slurm_stop() {
	local file
	[ -n "${slurm_folder:-}" ] || return 0
	scancel --user=root 2>/dev/null
	for file in "$slurm_folder"/run/n*.is; do
		[ -e "$file" ] && node_kill "$(basename "$file" .is)"
	done
	kill -9 "$(cat "$slurm_folder/run/slurmctld.is")" 2>/dev/null
	kill "$(cat "$slurm_folder/run/munged.pid" 2>/dev/null)" 2>/dev/null
	slurm_folder=
}
