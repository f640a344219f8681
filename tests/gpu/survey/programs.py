"""programs.py GROUP: programs of one library (torch, cublas), each run once before it is profiled.

Only launches between cuProfilerStart and cuProfilerStop should be counted. "skipped: REASON" if the library is missing.

"""
import ctypes
import sys

DRIVER = ctypes.CDLL("libcuda.so.1")


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


GROUPS = {"torch": torch_programs, "cublas": cublas_programs}


def main():
    try:
        import torch
        GROUPS[sys.argv[1]](torch.cuda.synchronize)
    except ImportError as missing:
        print(f"skipped: {missing}")


if __name__ == "__main__":
    main()
