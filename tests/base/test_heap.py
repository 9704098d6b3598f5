import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have one heap")

SHARED = "from peviewer.base.heap import share_one_heap; share_one_heap()"

# Every thread takes memory while all are there; then the C library tells of each heap.
HEAPS = """
import ctypes, sys, threading
{before}
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
together = threading.Barrier(4)
def take():
    together.wait()
    libc.malloc(1000)
    together.wait()
threads = [threading.Thread(target=take) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
"""

# An array as large as one that was let go of: does it have pages of its own too?
AGAIN = """
import ctypes
{before}
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
class Told(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("heap", "_1", "_2", "_3", "paged", "_4", "_5", "_6", "_7", "_8")]
libc.mallinfo2.restype = Told
libc.free(libc.malloc({size}))
before = libc.mallinfo2().paged
libc.malloc({size})
print(libc.mallinfo2().paged - before >= {size})
"""


def told(program, **filled):
    command = [sys.executable, "-c", program.format(**filled)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("before", "heaps"), [("", 5), (SHARED, 1)])
def test_threads_share_one_heap(before, heaps):
    assert told(HEAPS, before=before).count("<heap nr=") == heaps


@pytest.mark.skipif(platform.libc_ver()[1] < "2.33", reason="an older glibc does not tell")
@pytest.mark.parametrize(("before", "paged"), [("", "False"), (SHARED, "True")])
@pytest.mark.parametrize("size", [1_200_000, 9_000_000])
def test_large_arrays_go_back_to_the_system(before, size, paged):
    assert told(AGAIN, before=before, size=size).strip() == paged
