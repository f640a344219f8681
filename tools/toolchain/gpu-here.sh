#!/bin/sh
# gpu-here.sh: tests whether this machine has an NVIDIA GPU, working or not: on the PCI bus, or as a device of WSL or
# Jetson. A GPU that is present but unusable must never be mistaken for a missing one.
for device in /sys/bus/pci/devices/*; do
	case $(cat "$device/vendor" "$device/class" 2>/dev/null | tr '\n' ' ') in
	"0x10de 0x03"*) exit 0 ;;
	esac
done
[ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || [ -e /dev/nvhost-gpu ]
