"""programs.py GROUP: the programs of docs/model.md of one library (torch, cublas, triton, jax), each run once before it
is profiled. Those of `later` were chosen after the model had been changed with half of the others in view.

Only what lies between cuProfilerStart and cuProfilerStop is to be counted. "skipped: REASON" where the library
is not there.
"""
import ctypes
import sys

DRIVER = ctypes.CDLL("libcuda.so.1")


def make_current():
    """The primary context, for libraries that make it current within their calls alone: the profiler is told in one."""
    context = ctypes.c_void_p()
    DRIVER.cuInit(0)
    DRIVER.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    DRIVER.cuCtxSetCurrent(context)


def counted(operation, wait):
    """Compile and warm up, then count one call."""
    operation()
    wait()
    DRIVER.cuProfilerStart()
    operation()
    wait()
    DRIVER.cuProfilerStop()


def torch_programs(wait):
    import torch
    import torch.nn.functional as F

    def made(*shape, dtype=torch.float32):
        return torch.randn(*shape, device="cuda", dtype=dtype)

    x, y = made(1 << 26), made(1 << 26)
    rows, wide = made(8192, 4096), made(8192, 8192)
    keys, table = made(1 << 24), made(1 << 20, 128)
    which = torch.randint(1 << 20, (1 << 20,), device="cuda")
    q = made(8, 16, 2048, 64, dtype=torch.bfloat16)
    images, weights = made(64, 256, 56, 56, dtype=torch.float16), made(256, 256, 3, 3, dtype=torch.float16)
    counted(lambda: x + y, wait)
    counted(lambda: F.softmax(rows, dim=1), wait)
    counted(lambda: F.layer_norm(rows, (4096,)), wait)
    counted(lambda: rows.sum(dim=0), wait)
    counted(lambda: torch.sort(keys), wait)
    counted(lambda: table[which], wait)
    counted(lambda: F.scaled_dot_product_attention(q, q, q), wait)
    counted(lambda: F.conv2d(images, weights, padding=1), wait)
    counted(lambda: wide.t().contiguous(), wait)


def cublas_programs(wait):
    import torch

    single = [torch.randn(4096, 4096, device="cuda") for _ in range(2)]
    half = [torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16) for _ in range(2)]
    thin = [torch.randn(8192, columns, device="cuda", dtype=torch.float16) for columns in (8192, 8)]
    torch.backends.cuda.matmul.allow_tf32 = False
    for left, right in (single, half, thin):
        counted(lambda left=left, right=right: left @ right, wait)


def triton_programs(wait):
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def softmax(x, y, columns, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
        e = tl.exp(v - tl.max(v, axis=0))
        tl.store(y + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)

    @triton.jit
    def add(x, y, z, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(z + at, tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n), mask=at < n)

    rows = torch.randn(8192, 4096, device="cuda")
    out = torch.empty_like(rows)
    x, y, z = (torch.randn(1 << 26, device="cuda") for _ in range(3))
    counted(lambda: softmax[(8192,)](rows, out, 4096, BLOCK=4096), wait)
    counted(lambda: add[((1 << 26) // 1024,)](x, y, z, 1 << 26, BLOCK=1024), wait)


def jax_programs(_):
    import os
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp

    key = jax.random.PRNGKey(0)
    x = jax.random.normal(key, (8192, 1024))
    first, second = jax.random.normal(key, (1024, 4096)), jax.random.normal(key, (4096, 1024))
    mlp = jax.jit(lambda x, first, second: jax.nn.gelu(x @ first) @ second)
    scan = jax.jit(lambda x: jnp.cumsum(x, axis=1))
    make_current()
    counted(lambda: mlp(x, first, second).block_until_ready(), lambda: None)
    counted(lambda: scan(x).block_until_ready(), lambda: None)


def later_programs(wait):
    import torch
    import torch.nn.functional as F

    def made(*shape, dtype=torch.float32):
        return torch.randn(*shape, device="cuda", dtype=dtype)

    x, few = made(1 << 26, dtype=torch.bfloat16), made(1 << 16)
    rows, logits = made(8192, 4096), made(4096, 32768)
    labels = torch.randint(32768, (4096,), device="cuda")
    sums, which = torch.zeros(1 << 16, 128, device="cuda"), torch.randint(1 << 16, (1 << 18,), device="cuda")
    values = made(1 << 18, 128)
    images, channels = made(64, 128, 56, 56), torch.ones(128, device="cuda")
    small = made(1024, 128, 128, dtype=torch.float16)
    q = made(4, 16, 4096, 128, dtype=torch.bfloat16)
    counted(lambda: F.gelu(x), wait)
    counted(lambda: few + few, wait)
    counted(lambda: rows.cumsum(dim=1), wait)
    counted(lambda: rows.argmax(dim=1), wait)
    counted(lambda: F.cross_entropy(logits, labels), wait)
    counted(lambda: sums.index_add_(0, which, values), wait)
    counted(lambda: F.batch_norm(images, None, None, channels, channels, training=True), wait)
    counted(lambda: F.max_pool2d(images, 3, 2, 1), wait)
    counted(lambda: images.permute(0, 2, 3, 1).contiguous(), wait)
    counted(lambda: torch.bmm(small, small), wait)
    counted(lambda: torch.topk(rows, 16, dim=1), wait)
    counted(lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True), wait)
    counted(lambda: rows.float().norm(dim=1), wait)


GROUPS = {"torch": torch_programs, "cublas": cublas_programs, "triton": triton_programs, "jax": jax_programs,
          "later": later_programs}


def main():
    wait = None
    try:
        if sys.argv[1] != "jax":
            import torch
            wait = torch.cuda.synchronize
        GROUPS[sys.argv[1]](wait)
    except ImportError as missing:
        print(f"skipped: {missing}")


if __name__ == "__main__":
    main()
