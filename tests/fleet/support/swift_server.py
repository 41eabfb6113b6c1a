"""One server of Swift with its configuration in a folder of its own: swift_server.py FOLDER account|container|object|proxy"""
import os
import sys

from swift.common import utils

folder, kind = sys.argv[1:3]
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")

from swift.common.wsgi import run_wsgi  # it reads that file  # noqa: E402

sys.exit(run_wsgi(os.path.join(folder, kind + ".conf"), kind + "-server"))
