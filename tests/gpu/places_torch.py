"""places_torch.py: kernels of PyTorch for places.py, each operation in a range of NVTX with its name.

Only ranges are profiled: operands are made on the host, and each operation runs once before.
"""
import sys

import torch
import torch.nn.functional as F
from torch.cuda import nvtx

SHAPES = ((4096, 4096, 1024), (8192, 8192, 8192), (512, 512, 4096), (2048, 2048, 2048), (16384, 1024, 1024),
          (128, 8192, 8192))
FORMATS = {"bf16": torch.bfloat16, "fp16": torch.float16, "tf32": torch.float32}


def made(*shape, dtype=torch.float32):
    """Normal numbers, a block of one million repeated."""
    some = torch.randn(1 << 20, generator=torch.Generator().manual_seed(1))
    count = torch.Size(shape).numel()
    return some.repeat(-(-count // some.numel()))[:count].to(dtype).reshape(shape).cuda()


def place(name, operation):
    operation()
    torch.cuda.synchronize()
    torch.cuda.cudart().cudaProfilerStart()
    with nvtx.range(name):
        operation()
        torch.cuda.synchronize()
    torch.cuda.cudart().cudaProfilerStop()


def products():
    for name, dtype in FORMATS.items():
        for m, n, k in SHAPES:
            a, b = made(m, k, dtype=dtype), made(k, n, dtype=dtype)
            place(f"gemm {name} {m}x{n}x{k}", lambda a=a, b=b: a @ b)


def layers():
    q = made(4, 16, 2048, 64, dtype=torch.bfloat16)
    place("attention", lambda: F.scaled_dot_product_attention(q, q, q))
    place("attention causal", lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True))
    x = made(64, 256, 56, 56, dtype=torch.float16).contiguous(memory_format=torch.channels_last)
    w = made(256, 256, 3, 3, dtype=torch.float16).contiguous(memory_format=torch.channels_last)
    place("convolution 3x3", lambda: F.conv2d(x, w, padding=1))
    thin = made(256, 256, 1, 1, dtype=torch.float16).contiguous(memory_format=torch.channels_last)
    place("convolution 1x1", lambda: F.conv2d(x, thin))
    place("pooling", lambda: F.max_pool2d(x, 2))


def elements():
    y = made(8192, 8192)
    half = made(8192, 8192, dtype=torch.bfloat16)
    place("softmax", lambda: torch.softmax(y, 1))
    place("softmax of columns", lambda: torch.softmax(y, 0))
    place("layer norm", lambda: F.layer_norm(y, (8192,)))
    place("layer norm bf16", lambda: F.layer_norm(half, (8192,)))
    place("sum", y.sum)
    place("sum of columns", lambda: y.sum(0))
    place("gelu", lambda: F.gelu(y))
    place("add", lambda: y + y)
    place("transpose", lambda: y.t().contiguous())
    weights = torch.nn.Parameter(made(1 << 26))
    weights.grad = made(1 << 26)
    optimiser = torch.optim.AdamW([weights], fused=True)
    place("AdamW", optimiser.step)


def few():
    """Ten operations, each limited by a different unit or mix."""
    for name, (m, n, k) in (("bf16", (4096, 4096, 1024)), ("fp16", (512, 512, 4096)), ("tf32", (2048, 2048, 2048))):
        a, b = made(m, k, dtype=FORMATS[name]), made(k, n, dtype=FORMATS[name])
        place(f"gemm {name} {m}x{n}x{k}", lambda a=a, b=b: a @ b)
    q = made(4, 16, 2048, 64, dtype=torch.bfloat16)
    place("attention", lambda: F.scaled_dot_product_attention(q, q, q))
    y = made(8192, 8192)
    place("softmax", lambda: torch.softmax(y, 1))
    place("layer norm", lambda: F.layer_norm(y, (8192,)))
    place("sum of columns", lambda: y.sum(0))
    place("gelu", lambda: F.gelu(y))
    place("add", lambda: y + y)
    place("transpose", lambda: y.t().contiguous())


torch.backends.cuda.matmul.allow_tf32 = True
with torch.no_grad():
    if sys.argv[1:] == ["few"]:
        few()
        sys.exit()
    products()
    layers()
    elements()
