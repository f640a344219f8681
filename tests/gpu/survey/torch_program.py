"""torch_program.py NAME: a PyTorch program to profile. `step` repeats a training step of 1000 launches; `transformer`,
`convolution` and `gather` train a model for six steps; `operations` does eight operations, five times each; `ranks` is
one of the processes of torchrun, which train together."""
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


def train(model, make_batch, steps=6):
    """Train in bfloat16, with an optimiser that updates all parameters at once."""
    model = model.cuda()
    optimiser = torch.optim.AdamW(model.parameters())
    for _ in range(steps):
        optimiser.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = model(make_batch()).float().square().mean()
        loss.backward()
        optimiser.step()
    torch.cuda.synchronize()


def transformer():
    layer = torch.nn.TransformerEncoderLayer(1024, 16, 4096, batch_first=True)
    train(torch.nn.TransformerEncoder(layer, 4, enable_nested_tensor=False),
          lambda: torch.randn(8, 1024, 1024, device="cuda"))


def convolution():
    def block(inner, outer, stride):
        return torch.nn.Sequential(torch.nn.Conv2d(inner, outer, 3, stride, 1, bias=False),
                                   torch.nn.BatchNorm2d(outer), torch.nn.ReLU())
    train(torch.nn.Sequential(block(3, 64, 2), block(64, 64, 1), block(64, 128, 2), block(128, 128, 1),
                              block(128, 256, 2), block(256, 256, 1)),
          lambda: torch.randn(64, 3, 224, 224, device="cuda"))


def gather():
    """A recommender: many sparse rows of tables, and a small network."""
    train(torch.nn.Sequential(torch.nn.EmbeddingBag(1 << 20, 128, mode="sum"), torch.nn.Linear(128, 512),
                              torch.nn.ReLU(), torch.nn.Linear(512, 1)),
          lambda: torch.randint(1 << 20, (32768, 64), device="cuda"))


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


PROGRAMS = (step, transformer, convolution, gather, operations, ranks)
{program.__name__: program for program in PROGRAMS}[sys.argv[1]]()
