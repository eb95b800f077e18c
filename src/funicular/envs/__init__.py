"""Environments for programs that learn: many tables of a game, stepped at once by the kernels.

It needs NumPy (`pip install 'funicular[envs]'`) and the compiled kernels.
"""

from funicular.core.arrays import numpy
from funicular.envs.batch import Batch

__all__ = ["Batch"]

# Here rather than at the first batch: what is missing is said where it is asked for.
numpy()
