"""Prints the path of Concord's jar: ``spark-submit --jars "$(python -m concord_spark)" job.py``."""

import sys

from concord_spark.errors import SessionError
from concord_spark.jar import jar_path


def main() -> int:
    try:
        print(jar_path())
        return 0
    except SessionError as missing:
        print(f"concord_spark: {missing}", file=sys.stderr)
        return missing.exit_code


if __name__ == "__main__":
    sys.exit(main())
