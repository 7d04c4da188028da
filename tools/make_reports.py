"""Runs papers quickly and keeps what the card room's pages show of them until one runs them anew.

python tools/make_reports.py [PAPER...]
"""

import sys

from PIL import Image

from fivebet.lab.papers import PAPERS, PaperScale, reproduce
from fivebet.web.jobs.papers import PUBLICATIONS, SHIPPED, save_report


def main(names: list[str]) -> None:
    """Those named, or all that can be run."""
    for name in names or [name for name in PUBLICATIONS if name in PAPERS]:
        print(name, flush=True)
        result, folder = reproduce(name, PaperScale.QUICK, 0), SHIPPED / name
        for picture in folder.glob("*.png"):
            picture.unlink()  # figures may have other names now
        save_report(result, PaperScale.QUICK, folder)
        for drawing in folder.glob("*.svg"):
            drawing.unlink()  # the pages show PNG
        for picture in folder.glob("*.png"):
            Image.open(picture).convert("RGB").quantize(64, Image.Quantize.MAXCOVERAGE).save(
                picture, optimize=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
