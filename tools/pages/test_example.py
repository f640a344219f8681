"""test_example.py: tests the tables and the places of the worked example, on hand-made rows."""
import io
import unittest
from contextlib import redirect_stdout
from tempfile import NamedTemporaryFile
from unittest import mock

import example
from rows import read_rows

ROOFS = """benchmark,variant,point,roof,metric,value,status
dram,default,op=read,dram.read,bandwidth,4e12,ok
dram,default,op=read,dram.read,bandwidth,9e12,suspect
cache,,level=l1,l1.read,bandwidth,32e12,ok
ffma,default,type=fp32,fp32,flop_rate,64e12,ok
"""
STEPS = """case,default,"work=average,version=coalesced,sets=1024",,flop_rate,8e11,ok
case,default,"work=average,version=coalesced,sets=1024",,time,0.004,ok
case,default,"work=average,version=coalesced,sets=1024",,sectors_per_request,4,ok
case,default,"work=average,version=coalesced,sets=1024",,intensity,0.8,ok
case,default,"work=average,version=coalesced,sets=1024",,memory_bandwidth,1e12,ok
case,default,"work=average,version=coalesced,sets=1024",,intensity_l1,0.05,ok
case,default,"work=average,version=coalesced,sets=1024",,l1_bandwidth,16e12,ok
case,default,"work=average,version=library,sets=1024",,flop_rate,3.2e12,ok
case,default,"work=average,version=library,sets=1024",,time,0.001,ok
case,default,"work=average,version=library,sets=1024",,intensity,0.8,ok
case,default,"work=average,version=library,sets=1024",,memory_bandwidth,4e12,ok
case,,"work=average,version=library",,gain,4,ok
case,default,"work=product,kernel=registers,n=2048",,flop_rate,40e12,ok
case,default,"work=product,kernel=registers,n=2048",,time,0.1,ok
case,default,"work=product,kernel=registers,n=2048",,intensity,400,ok
case,default,"work=product,kernel=cublas,n=2048",,flop_rate,50e12,ok
case,default,"work=product,kernel=cublas,n=2048",,time,0.08,ok
case,default,"work=product,kernel=cublas,n=2048",,intensity,400,ok
"""


class Example(unittest.TestCase):
    def table(self, text, work):
        rows = read_rows(io.StringIO(text))
        return example.table(example.steps_of(rows, work, example.roofs_of(rows))).splitlines()

    def test_steps_are_compared_with_roofs_that_are_ok(self):
        lines = self.table(ROOFS + STEPS, "average")
        self.assertEqual(lines[2], "| `coalesced` | 4 ms | - | 0.8 | 4 | 0.8 | - | 0.05 | 25.0 % | 50.0 % | "
                                   "1.2 % | L1 |")
        self.assertEqual(lines[3], "| `library` | 1 ms | 4× | 3.2 | - | 0.8 | - | - | 100.0 % | - | 5.0 % | memory |")
        self.assertEqual(len(lines), 4)

    def printed(self, text):
        out = io.StringIO()
        with NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            with mock.patch("sys.argv", ["example.py", file.name]), redirect_stdout(out):
                example.main()
        return out.getvalue().splitlines()

    def test_places_are_under_the_nearest_roof(self):
        """Bytes are FLOP divided by the intensity; steps at one place share a name."""
        self.assertEqual(self.printed(ROOFS + STEPS), [
            "name,flop,byte,seconds", '"coalesced","3.2e+09","6.4e+10","0.004"', '"library","3.2e+09","4e+09","0.001"',
            '"cublas / registers","4e+12","1e+10","0.08"', '" ","4e+12","1e+10","0.1"'])

    def test_a_file_without_a_roof_is_told(self):
        with self.assertRaisesRegex(SystemExit, "lacks one of the roofs"):
            self.printed(ROOFS.replace("fp32,flop_rate", "fp64,flop_rate") + STEPS)


if __name__ == "__main__":
    unittest.main()
