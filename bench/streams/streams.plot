# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary concurrent kernels, priorities, copies with kernels, reserved SMs
size 1000 800
columns 2
key off
panel concurrent time streams op=concurrent -
    title kernels at the same time
    xlabel streams with a kernel of 100 µs each
    ylabel µs
    yscale 1e-6
panel partition bandwidth sms op=partition -
    title device memory read by reserved SMs
    xlabel reserved SMs
    ylabel TB/s
    yscale 1e12
    xrange 0:*
    draw lines limit
panel parts time {part} op=part -
    title copy in, kernel, copy out: alone, and overlapped (line)
    ylabel ms
    yscale 1e-3
    room 0.1
    draw bars
panel together time {op} op=overlap -
    over parts
    draw level
panel priority time {priority} op=priority -
    title longest wait while blocks of 0.1 ms fill the device
    ylabel ms
    yscale 1e-3
    ylog 10
    yrange 0.03:*
    room 0.1
    draw points
finding 128 concurrent kernels take {concurrent at 128 / concurrent at 1} times as long as one, 256 take {concurrent at 256 / concurrent at 1} times
