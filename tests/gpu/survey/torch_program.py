"""torch_program.py NAME: a program of PyTorch to be profiled: `step`, a training step of 1000 launches and more, or one operation,
run six times."""
import sys
import time

import torch
import torch.nn.functional as F


def operations():
    y = torch.randn(4096, 4096, device="cuda")
    half = y.to(torch.bfloat16)
    q = torch.randn(4, 16, 1024, 64, device="cuda", dtype=torch.bfloat16)
    x = torch.randn(16, 64, 56, 56, device="cuda")
    w = torch.randn(64, 64, 3, 3, device="cuda")
    return {
        "gemm_bf16": lambda: half @ half,
        "gemm_fp32": lambda: y @ y,
        "attention": lambda: F.scaled_dot_product_attention(q, q, q),
        "convolution": lambda: F.conv2d(x, w, padding=1),
        "softmax": lambda: torch.softmax(y, 1),
        "norm": lambda: F.layer_norm(y, (4096,)),
        "sum": y.sum,
        "transpose": lambda: y.t().contiguous(),
    }


def step():
    """Seconds of one step. Prints them, and how many launches there may be is for the survey to say."""
    model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.LayerNorm(1024), torch.nn.GELU())
                                  for _ in range(24)]).cuda()
    optimiser = torch.optim.AdamW(model.parameters(), foreach=False)
    data = torch.randn(512, 1024, device="cuda")

    def one():
        optimiser.zero_grad()
        model(data).square().mean().backward()
        optimiser.step()

    for _ in range(3):
        one()
    torch.cuda.synchronize()
    before = time.perf_counter()
    for _ in range(10):
        one()
    torch.cuda.synchronize()
    print(f"seconds {(time.perf_counter() - before) / 10:.6f}")


def main():
    name = sys.argv[1]
    if name == "step":
        step()
        return
    operation = operations()[name]
    with torch.no_grad():
        for _ in range(6):
            operation()
    torch.cuda.synchronize()


main()
