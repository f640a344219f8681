"""Other packages' tables, tried on kept copies of their files (kept/README.md)."""
import importlib.util
import sys
import types
import unittest

from support import ROOT, TABLE, gpubench

KEPT = ROOT / "python/tests/kept"
GPU = "NVIDIA H200"
ROWS = [row for row in TABLE if row.roof]


class Stub(types.ModuleType):
    """A package that has any attribute: a text with its name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return f"{self.__name__}.{name}"


class Kept(unittest.TestCase):
    def setUp(self):
        before = dict(sys.modules)
        self.addCleanup(lambda: (sys.modules.clear(), sys.modules.update(before)))
        self.name = GPU
        self.torch = self.stub("torch")
        self.torch.device, self.torch.Tensor, self.torch.dtype = str, str, str
        self.torch.cuda = types.SimpleNamespace(get_device_name=lambda device=None: self.name, current_device=lambda: 0,
                                                is_available=lambda: True,
                                                get_device_capability=lambda device=None: (9, 0))
        self.torch.nn = types.SimpleNamespace(Module=object)
        self.peaks = gpubench.peaks_of(ROWS)

    def stub(self, name):
        sys.modules[name] = Stub(name)
        sys.modules[name].__path__ = []
        return sys.modules[name]

    def load(self, file, name):
        parents = name.split(".")[:-1]
        for at in range(1, len(parents) + 1):
            if ".".join(parents[:at]) not in sys.modules:
                self.stub(".".join(parents[:at]))
        spec = importlib.util.spec_from_file_location(name, KEPT / file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        setattr(sys.modules[".".join(parents)], name.rsplit(".", 1)[1], module)
        return module

    def sustained(self, roof):
        return self.peaks[roof].sustained


@unittest.skipIf(sys.version_info < (3, 10), "PyTorch's file wants Python 3.10")
class Torch(Kept):
    def setUp(self):
        super().setUp()
        self.module = self.load("torch_device_info.py", "torch._inductor.analysis.device_info")

    def test_the_table(self):
        tops, bandwidth = self.module.datasheet_tops, self.module.datasheet_dram_bw_gbs
        self.assertIsNone(tops(self.torch.bfloat16))
        self.assertIsNone(tops(self.torch.bfloat16, device_name="NVIDIA H100 80GB HBM3"))
        patch = gpubench.patch("torch", peaks=self.peaks)
        self.assertAlmostEqual(tops(self.torch.bfloat16), self.sustained("tensor.bf16") * 1e-12)
        self.assertAlmostEqual(tops(self.torch.float32, is_tf32=True), self.sustained("tensor.tf32") * 1e-12)
        self.assertAlmostEqual(tops(self.torch.float8_e4m3fn), self.sustained("tensor.fp8") * 1e-12)
        self.assertAlmostEqual(bandwidth(), self.sustained("dram.read") * 1e-9)
        self.assertIsNone(tops(self.torch.float8_e8m0fnu))
        self.assertIn("NVIDIA H200: 8 types", str(patch))
        patch.undo()
        self.assertIsNone(tops(self.torch.bfloat16))
        self.assertIsNone(bandwidth())
        patch.undo()

    def test_an_entry_that_was_there_comes_back(self):
        self.name = "NVIDIA H100"
        self.peaks.gpu_name = self.name
        with gpubench.patch("torch", peaks=self.peaks):
            self.assertLess(self.module.datasheet_tops(self.torch.bfloat16), 900)
        self.assertAlmostEqual(self.module.datasheet_tops(self.torch.bfloat16), 989.5)

    def test_a_version_with_other_fields(self):
        before = dict(self.module._device_mapping)
        from dataclasses import make_dataclass
        self.module.DeviceInfo = make_dataclass("DeviceInfo", ["tops", "dram_bw_gbs", "dram_gb", "mood"])
        with self.assertRaisesRegex(gpubench.Error, "other fields in DeviceInfo: dram_bw_gbs, dram_gb, mood, tops"):
            gpubench.patch("torch", peaks=self.peaks)
        self.assertEqual(self.module._device_mapping, before)


class Triton(Kept):
    def setUp(self):
        super().setUp()
        properties = {"multiprocessor_count": 132, "mem_clock_rate": 3201000, "mem_bus_width": 6144}
        utils = types.SimpleNamespace(get_device_properties=lambda device: properties)
        interface = types.SimpleNamespace(current_device=lambda: 0)
        active = types.SimpleNamespace(utils=utils, get_device_interface=lambda: interface)
        self.stub("triton").runtime = self.stub("triton.runtime")
        sys.modules["triton.runtime"].driver = types.SimpleNamespace(active=active)
        sys.modules["triton"].language = self.stub("triton.language")
        self.testing = self.load("triton_testing.py", "triton.testing")
        self.specs = self.load("triton_specs.py", "triton.profiler.specs")

    def test_functions(self):
        peak = self.testing.get_max_tensorcore_tflops
        self.assertAlmostEqual(peak(self.torch.bfloat16, 1980000), 535.3, delta=0.1)
        patch = gpubench.patch("triton", peaks=self.peaks)
        self.assertAlmostEqual(self.testing.get_max_tensorcore_tflops(self.torch.bfloat16, 1980000),
                               self.sustained("tensor.bf16") * 1e-12)
        self.assertAlmostEqual(self.testing.get_max_tensorcore_tflops(sys.modules["triton.language"].float8e4nv,
                                                                      clock_rate=1),
                               self.sustained("tensor.fp8") * 1e-12)
        self.assertAlmostEqual(self.testing.get_max_simd_tflops(self.torch.float32, 1980000),
                               self.sustained("fp32") * 1e-12)
        self.assertAlmostEqual(self.testing.get_dram_gbps(), self.sustained("dram.read") * 1e-9)
        with self.assertRaisesRegex(gpubench.Error, "no peak of torch.float4 was measured"):
            self.testing.get_max_tensorcore_tflops("torch.float4", 1)
        self.assertEqual(len(patch.changes), 4)
        patch.undo()
        self.assertIs(self.testing.get_max_tensorcore_tflops, peak)

    def test_another_gpu_is_asked_as_before(self):
        with gpubench.patch("triton", peaks=self.peaks):
            self.name = "NVIDIA B200"
            self.assertAlmostEqual(self.testing.get_max_tensorcore_tflops(self.torch.bfloat16, 1980000, device=1),
                                   535.3, delta=0.1)

    def test_proton(self):
        before = self.specs.max_flops("CUDA", "90", 16, 132, 1980000)
        with gpubench.patch("triton", peaks=self.peaks):
            self.assertEqual(self.specs.max_flops("CUDA", "90", 16, 132, 1980000), self.sustained("tensor.fp16"))
            self.assertEqual(self.specs.max_bps("CUDA", "90", 6144, 3201), self.sustained("dram.read"))
            self.assertEqual(self.specs.max_flops("CUDA", "80", 16, 108, 1410000), 312e12)
            with self.assertRaises(ValueError):
                self.specs.max_flops("CUDA", "120", 16, 170, 2400000)
        self.assertEqual(self.specs.max_flops("CUDA", "90", 16, 132, 1980000), before)


class Lightning(Kept):
    def setUp(self):
        super().setUp()
        self.stub("typing_extensions").override = lambda function: function
        self.warned = []
        self.stub("lightning_fabric.utilities.rank_zero").rank_zero_warn = self.warned.append
        self.module = self.load("lightning_throughput.py", "lightning_fabric.utilities.throughput")
        self.device = types.SimpleNamespace(type="cuda")

    def test_the_table(self):
        self.assertIsNone(self.module.get_available_flops(self.device, self.torch.bfloat16))
        self.warned.clear()
        with gpubench.patch("lightning", peaks=self.peaks) as patch:
            self.assertEqual(self.module.get_available_flops(self.device, self.torch.bfloat16),
                             int(self.sustained("tensor.bf16")))
            self.assertEqual(patch.changes, ["lightning_fabric.utilities.throughput: 'nvidia h200'"])
        self.assertEqual(self.warned, [])
        self.assertIsNone(self.module.get_available_flops(self.device, self.torch.bfloat16))

    def test_where_it_looks_for_another_model(self):
        self.name = self.peaks.gpu_name = "NVIDIA H100 80GB HBM3"
        with gpubench.patch("lightning", peaks=self.peaks) as patch:
            self.assertEqual(patch.changes, ["lightning_fabric.utilities.throughput: 'h100 sxm'"])
            self.assertEqual(self.module.get_available_flops(self.device, self.torch.int8),
                             int(self.sustained("tensor.int8")))
        self.assertEqual(self.module.get_available_flops(self.device, self.torch.int8), int(1978.9e12))

    def test_a_name_it_has_no_place_for(self):
        self.peaks.gpu_name = "Something Else"
        table = dict(self.module._CUDA_FLOPS)
        with self.assertRaisesRegex(gpubench.Error, "has no place for Something Else"):
            gpubench.patch("lightning", peaks=self.peaks)
        self.assertEqual(self.module._CUDA_FLOPS, table)


class Bad(Kept):
    def test_packages(self):
        with self.assertRaisesRegex(gpubench.Error, "expected one of torch, triton, lightning"):
            gpubench.patch("jax", peaks=self.peaks)
        with self.assertRaisesRegex(gpubench.Error, "is not installed"):
            gpubench.patch("lightning", peaks=self.peaks)


if __name__ == "__main__":
    unittest.main()
