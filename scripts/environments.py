"""Virtual environments below target/, for the scripts of this folder."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path


def made(place, *installs, python=sys.executable):
    """The python of an environment with what these arguments of pip install, made where it is missing or another one.

    Beside it what the command that failed has said; nothing where all is there.
    """
    own, stamp = Path(place) / "bin" / "python", Path(place) / "stamp"
    files = [Path(word).read_bytes() for install in installs for word in install if str(word).endswith(".txt")]
    wanted = hashlib.sha256(repr((python, sys.version, installs, files)).encode()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(place, ignore_errors=True)
        pip = [own, "-m", "pip", "install", "--quiet"]
        for command in ([python, "-m", "venv", place], *([*pip, *install] for install in installs)):
            ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if ran.returncode != 0:
                return own, ran.stdout.strip() or "the command failed"
        stamp.write_text(wanted)
    return own, ""


def enter(place, *installs):
    """Starts this script anew in an environment, unless it runs there."""
    if Path(sys.prefix).resolve() != Path(place).resolve():
        own, failed = made(place, *installs)
        if failed:
            sys.exit(failed)
        os.execv(own, [str(own), *sys.argv])
