"""torch_program.py step|operations|ranks: a PyTorch program to profile: a training step of 1000 launches, repeated;
eight operations, five times each; or one of the processes of torchrun, which train together."""
import os
import sys
import time

import torch
import torch.nn.functional as F

BLOCKS, STEPS = 8, 8


def operations():
    """Operations that take about the same time. Without counters, the first launch of a process cannot be counted."""
    torch.zeros(1, device="cuda")
    y = torch.randn(4096, 4096, device="cuda")
    z = y[:1024, :1024].contiguous()
    half = y.to(torch.bfloat16)
    q = torch.randn(4, 16, 1024, 64, device="cuda", dtype=torch.bfloat16)
    x = torch.randn(16, 64, 56, 56, device="cuda")
    w = torch.randn(64, 64, 3, 3, device="cuda")
    with torch.no_grad():
        for operation in (lambda: half @ half, lambda: z @ z, lambda: F.scaled_dot_product_attention(q, q, q),
                          lambda: F.conv2d(x, w, padding=1), lambda: torch.softmax(y, 1),
                          lambda: F.layer_norm(y, (4096,)), y.sum, lambda: y.t().contiguous()):
            for _ in range(5):
                operation()
    torch.cuda.synchronize()


def step():
    """Print the seconds of a step, in the fastest of several blocks: other work on the host affects all of them."""
    model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.LayerNorm(1024),
                                                      torch.nn.GELU())
                                  for _ in range(24)]).cuda()
    optimiser = torch.optim.AdamW(model.parameters(), foreach=False)
    data = torch.randn(512, 1024, device="cuda")

    def block(steps):
        torch.cuda.synchronize()
        before = time.perf_counter()
        for _ in range(steps):
            optimiser.zero_grad()
            model(data).square().mean().backward()
            optimiser.step()
        torch.cuda.synchronize()
        return (time.perf_counter() - before) / steps

    block(3)
    print(f"seconds {min(block(STEPS) for _ in range(BLOCKS)):.6f}", flush=True)


def ranks():
    """Each process has a GPU, and adds up gradients with the others."""
    import torch.distributed as dist

    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*[torch.nn.Linear(2048, 2048)
                                                                            for _ in range(8)]).cuda())
    optimiser = torch.optim.SGD(model.parameters(), lr=1e-3)
    for _ in range(20):
        optimiser.zero_grad()
        model(torch.randn(1024, 2048, device="cuda")).square().mean().backward()
        optimiser.step()
    torch.cuda.synchronize()
    dist.destroy_process_group()


{"step": step, "operations": operations, "ranks": ranks}[sys.argv[1]]()
