"""The page at the table, started from the command line."""

from pathlib import Path

import click

from miniatures.cli.output import on_terminal, say


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where games and armies are kept.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port; 1461, or any free one, unless stated.")
@click.option("--lan", is_flag=True, help="For two devices on one network: a link with its own secret for each side.")
@click.option("--demo", is_flag=True, help="With games in progress to look at, in a folder of their own.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(folder: Path, port: int | None, lan: bool, demo: bool, no_browser: bool) -> None:
    """Open the page for the table: build armies, play, fight and measure in a browser. It needs no internet.

    Without --lan only this machine can see it. Ctrl-C ends it; every game stays in its file.
    """
    from miniatures.demonstration import demonstration
    from miniatures.web.serving import code, prepare, run

    served = prepare(demonstration() if demo else folder, port, lan=lan)
    for link in served.links:
        if not link.whom:
            continue
        say(f"{link.whom}: {link.address}")
        if link.shared and on_terminal():
            for row in code(link.address):
                say(row)

    def started() -> None:
        say(f"Games and armies are in {served.desk.folder}.")
        say(f"Open {served.links[0].address} in a browser. Ctrl-C ends it; nothing is lost.")
        if not no_browser:
            import threading
            import webbrowser

            # Some systems wait until the browser is closed again: the players do not.
            threading.Thread(target=webbrowser.open, args=(served.links[0].address,), daemon=True).start()

    run(served, started)
