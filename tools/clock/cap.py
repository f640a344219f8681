#!/usr/bin/env python3
"""cap.py SECONDS COMMAND...: SM clock, power and temperature of GPU 0 while COMMAND runs, as CSV on standard output.

Asks NVML (libnvidia-ml.so.1) every 10 ms, from a second before COMMAND starts to SECONDS after it ended. Time 0 is
where it starts. Power is the instantaneous draw, which the driver renews every 20 to 100 ms; COMMAND's own output goes
to standard error.

    tools/clock/cap.py 3 gpubench -b tensor:wgmma ... >cap.csv
"""
import ctypes
import subprocess
import sys
import time

SM_CLOCK, TEMPERATURE_GPU, POWER_INSTANT = 1, 0, 186  # of nvml.h
PERIOD = 0.01


class FieldValue(ctypes.Structure):
    _fields_ = [("field", ctypes.c_uint), ("scope", ctypes.c_uint), ("timestamp", ctypes.c_longlong),
                ("latency", ctypes.c_longlong), ("type", ctypes.c_int), ("status", ctypes.c_int),
                ("value", ctypes.c_uint64)]


class Card:
    def __init__(self):
        self.nvml = ctypes.CDLL("libnvidia-ml.so.1")
        self.card = ctypes.c_void_p()
        if self.nvml.nvmlInit_v2() or self.nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(self.card)):
            sys.exit("cap.py: NVML has no GPU 0")

    def number(self, call, what):
        value = ctypes.c_uint()
        status = getattr(self.nvml, call)(self.card, what, ctypes.byref(value))
        return "" if status else value.value

    def power(self):
        """In W; "": not known."""
        field = FieldValue(field=POWER_INSTANT)
        status = self.nvml.nvmlDeviceGetFieldValues(self.card, 1, ctypes.byref(field))
        return "" if status or field.status else (field.value & 0xffffffff) / 1e3

    def row(self, seconds):
        clock = self.number("nvmlDeviceGetClockInfo", SM_CLOCK)
        return f"{seconds:.3f},{clock * 1000000 if clock else ''},{self.power()}," \
               f"{self.number('nvmlDeviceGetTemperature', TEMPERATURE_GPU)}"


def main():
    card, after = Card(), float(sys.argv[1])
    print("seconds,sm_clock_hz,power_w,temperature_c")
    begin, process, end = time.monotonic() + 1, None, None
    while end is None or time.monotonic() < end:
        now = time.monotonic()
        if process is None and now >= begin:
            process = subprocess.Popen(sys.argv[2:], stdout=sys.stderr)
        if process is not None and end is None and process.poll() is not None:
            end = now + after
        print(card.row(now - begin))
        time.sleep(max(0, PERIOD - (time.monotonic() - now)))


if __name__ == "__main__":
    main()
