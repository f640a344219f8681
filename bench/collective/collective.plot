# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary NCCL's collective operations by size, and small all-reduces by NCCL's protocols and over peer memory
size 1000 1100
columns 1
name nccl>any = NCCL
name nccl>ll = NCCL, LL
name nccl>ll128 = NCCL, LL128
name nccl>simple = NCCL, Simple
name read = reads after flags
name push = pushes with flags
xlabel bytes of a GPU
xlog 10
ylog 10
xtics 8, 64, 1 KiB=1024, 8 KiB=8192, 64 KiB=65536, 1 MiB=1048576, 32 MiB=33554432, 1 GiB=1073741824
ends 18
panel device time size op=small,clock=device,algorithm!=ring|tree {by}{>protocol}
    title an all-reduce, one after another
    ylabel µs
    yscale 1e-6
panel host time size op=small,clock=host,algorithm!=ring|tree {by}{>protocol}
    title the same, with a wait of the host for each
    ylabel µs
    yscale 1e-6
panel bandwidth bandwidth bytes op=all_reduce|all_gather|reduce_scatter|all_to_all {op}
    title bus bandwidth of NCCL
    ylabel GB/s
    yscale 1e9
finding An all-reduce of 8 bytes takes {device[nccl>any] at 8} by NCCL and {device[push] at 8} by pushes to peer memory
finding An all-reduce of 1 GiB reaches {bandwidth[all_reduce] at 1073741824}
