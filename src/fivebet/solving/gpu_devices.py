"""Where the GPU's kernels run: on a CUDA device, or on the processor for tests."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fivebet._core import _run_gpu_kernel_on_host, _set_gpu_walks_on_host, gpu_source
from fivebet.errors import SolvingError

_NO_GPU = (
    "no GPU can be used here ({reason}): solve on the processor (--device cpu), or install "
    "fivebet[gpu] on a machine with an NVIDIA GPU"
)


class Kernels(Protocol):
    """The kernels for numbers of one size."""

    def use_walks(self, walks: NDArray[np.int64]) -> None:
        """Let kernels know these walks by their numbers, unless they do already."""

    def launch(
        self, kernel: str, blocks: int, warps: int, shared_bytes: int, /, *args: Any
    ) -> None:
        """Run a kernel."""


class Device(Protocol):
    """Memory and kernels of a device; arrays are its own."""

    name: str
    warps: int
    """Warps of an ordinary block."""
    most_warps: int
    """The most warps of a block that walks a tree."""
    shared_bytes: int
    """The most shared memory that a block may take."""
    resident_bytes: int
    """Shared memory of a multiprocessor, for all blocks that it runs at once."""

    def kernels(self, compressed: bool) -> Kernels:
        """Return the kernels for numbers in 16 or 32 bits."""

    def upload(self, numbers: NDArray[Any]) -> Any:
        """Return a copy on the device."""

    def zeros(self, bytes_: int) -> Any:
        """Return so many zero bytes on the device."""

    def write(self, array: Any, numbers: NDArray[Any]) -> None:
        """Replace what an array begins with."""

    def download(self, array: Any) -> NDArray[Any]:
        """Return a copy in NumPy."""

    def download_into(self, array: Any, numbers: NDArray[np.uint8]) -> None:
        """Copy an array of bytes into one of NumPy's."""

    def address(self, array: Any) -> int:
        """Return where an array begins."""

    def record(self, work: Callable[[], None]) -> Callable[[], None]:
        """Return what does the same launches again, as quickly as the device can."""

    def wait(self) -> None:
        """Wait until everything that was launched is done."""

    def free_bytes(self) -> int | None:
        """Return how much memory is free, or None where nobody knows."""


class _HostKernels:
    def use_walks(self, walks: NDArray[np.int64]) -> None:
        _set_gpu_walks_on_host(walks)

    def launch(self, kernel: str, blocks: int, _: int, shared_bytes: int, /, *args: Any) -> None:
        numbers = [arg.ctypes.data if isinstance(arg, np.ndarray) else int(arg) for arg in args]
        _run_gpu_kernel_on_host(kernel, blocks, shared_bytes, numbers)


class HostDevice:
    """The kernels on the processor, one thread: slow, to test them without a GPU."""

    name = "the processor"
    warps = most_warps = 1
    shared_bytes = resident_bytes = 1 << 30

    def kernels(self, compressed: bool) -> Kernels:  # noqa: ARG002 - names tell
        """Return the kernels for numbers in 16 or 32 bits."""
        return _HostKernels()

    def upload(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Return a copy on the device."""
        return np.ascontiguousarray(numbers).copy()

    def zeros(self, bytes_: int) -> NDArray[np.uint8]:
        """Return so many zero bytes on the device."""
        return np.zeros(bytes_, dtype=np.uint8)

    def write(self, array: NDArray[Any], numbers: NDArray[Any]) -> None:
        """Replace what an array begins with."""
        data = np.ascontiguousarray(numbers).view(np.uint8).ravel()
        array.view(np.uint8).ravel()[: data.size] = data

    def download(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy in NumPy."""
        return array.copy()

    def download_into(self, array: NDArray[np.uint8], numbers: NDArray[np.uint8]) -> None:
        """Copy an array of bytes into one of NumPy's."""
        numbers[:] = array

    def address(self, array: NDArray[Any]) -> int:
        """Return where an array begins."""
        return int(array.ctypes.data)

    def record(self, work: Callable[[], None]) -> Callable[[], None]:
        """Return what does the same launches again."""
        return work

    def wait(self) -> None:
        """Wait until everything that was launched is done: it is already."""

    def free_bytes(self) -> int | None:
        """Return how much memory is free."""
        return None


class _CudaKernels:
    """Kernels that CuPy compiles at first use, or finds in its cache."""

    def __init__(self, cupy: Any, stream: Any, bits: int, shared_bytes: int) -> None:
        options = ("--std=c++17", "--ftz=true", "--prec-div=false", f"-DFIVEBET_ONLY_{bits}")
        self._cupy = cupy
        self._stream = stream
        self._module = cupy.RawModule(code=gpu_source(), options=options)
        self._shared_bytes = shared_bytes
        self._functions: dict[str, Any] = {}
        self._walks: NDArray[np.int64] | None = None

    def use_walks(self, walks: NDArray[np.int64]) -> None:
        if self._walks is walks:
            return
        with self._stream:
            pointer = self._module.get_global("walks")
            self._cupy.ndarray(walks.shape, dtype=np.int64, memptr=pointer).set(walks)
            self._stream.synchronize()
        self._walks = walks

    def launch(
        self, kernel: str, blocks: int, warps: int, shared_bytes: int, /, *args: Any
    ) -> None:
        function = self._functions.get(kernel)
        if function is None:
            function = self._functions[kernel] = self._module.get_function(kernel)
            function.max_dynamic_shared_size_bytes = self._shared_bytes - 1024
        whole = tuple(np.int32(arg) if isinstance(arg, int) else arg for arg in args)
        with self._stream:
            function((blocks,), (32 * warps,), whole, shared_mem=shared_bytes)


class CudaDevice:
    """An NVIDIA GPU, by CuPy."""

    warps = 8
    most_warps = 17

    def __init__(self) -> None:
        try:
            import cupy  # noqa: PLC0415 - only where a GPU is asked for
        except ImportError:
            raise SolvingError(_NO_GPU.format(reason="CuPy is not installed")) from None
        self._cupy = cupy
        try:
            properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise SolvingError(_NO_GPU.format(reason=str(error).splitlines()[0])) from None
        self.name = properties["name"].decode()
        self.shared_bytes = int(properties["sharedMemPerBlockOptin"])
        self.resident_bytes = int(properties["sharedMemPerMultiprocessor"])
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._kernels: dict[int, Kernels] = {}

    def kernels(self, compressed: bool) -> Kernels:
        """Return the kernels for numbers in 16 or 32 bits."""
        bits = 16 if compressed else 32
        if bits not in self._kernels:
            self._kernels[bits] = _CudaKernels(self._cupy, self._stream, bits, self.shared_bytes)
        return self._kernels[bits]

    def upload(self, numbers: NDArray[Any]) -> Any:
        """Return a copy on the device."""
        with self._stream:
            return self._cupy.asarray(np.ascontiguousarray(numbers))

    def zeros(self, bytes_: int) -> Any:
        """Return so many zero bytes on the device."""
        with self._stream:
            return self._cupy.zeros(bytes_, dtype=np.uint8)

    def write(self, array: Any, numbers: NDArray[Any]) -> None:
        """Replace what an array begins with."""
        data = np.ascontiguousarray(numbers).view(np.uint8).ravel()
        with self._stream:
            array.view(np.uint8).ravel()[: data.size].set(data)

    def download(self, array: Any) -> NDArray[Any]:
        """Return a copy in NumPy."""
        with self._stream:
            numbers: NDArray[Any] = self._cupy.asnumpy(array)
        return numbers

    def download_into(self, array: Any, numbers: NDArray[np.uint8]) -> None:
        """Copy an array of bytes into one of NumPy's."""
        with self._stream:
            array.get(out=numbers)

    def address(self, array: Any) -> int:
        """Return where an array begins."""
        return int(array.data.ptr)

    def record(self, work: Callable[[], None]) -> Callable[[], None]:
        """Return what does the same launches again."""
        with self._stream:
            self._stream.begin_capture()
            work()
            graph = self._stream.end_capture()
        return lambda: graph.launch(self._stream)

    def wait(self) -> None:
        """Wait until everything that was launched is done."""
        self._stream.synchronize()

    def free_bytes(self) -> int | None:
        """Return how much memory is free."""
        free: int = self._cupy.cuda.runtime.memGetInfo()[0]
        pooled: int = self._cupy.get_default_memory_pool().free_bytes()
        return free + pooled


_found: dict[str, Device] = {}


def find_device(name: str) -> Device | None:
    """Return the device of a name: None for the processor's own solver."""
    if name == "cpu":
        return None
    if name != "cuda":
        raise SolvingError(f"{name!r} is no device: cpu and cuda are")
    if name not in _found:
        _found[name] = CudaDevice()
    return _found[name]
