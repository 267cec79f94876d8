# SPDX-License-Identifier: Apache-2.0
"""In PYTHONPATH, lets uname(2) in Python name the machine of a board: `jetsim run` changes files, not system calls, and
programs look for a Jetson only on aarch64."""
import os
import platform

_board = os.uname_result((*os.uname()[:4], "aarch64"))
os.uname = lambda: _board
platform.processor = lambda: "aarch64"
