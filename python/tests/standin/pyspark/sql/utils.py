"""Whether the session is one of Spark Connect: tests set REMOTE."""

REMOTE = False


def is_remote():
    return REMOTE
