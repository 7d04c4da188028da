"""Long work, and the only way to do it: jobs in chunks, executors, and runs in the store."""

from fivebet.runs.executors import Cluster, InProcess, JobExecutor, Pool, make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import ChunkResult, Job, Reducer
from fivebet.runs.kinds import JobKind
from fivebet.runs.runner import JobStopped, run_job

__all__ = [
    "ChunkResult",
    "Cluster",
    "InProcess",
    "Job",
    "JobExecutor",
    "JobKind",
    "JobStopped",
    "Pool",
    "Reducer",
    "RunGroup",
    "RunHandle",
    "make_executor",
    "run_job",
]
