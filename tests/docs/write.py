"""`python -m tests.docs.write`: the outputs of transcripts as they are today, and the generated parts of pages."""

from tests.docs.generated import renewed
from tests.docs.pages import every_page
from tests.docs.plain import plain
from tests.docs.transcript import commands, run, service


def rewritten(text: str) -> str:
    """A page with today's outputs; one that says the same as before stays as it is."""
    if not commands(text):
        return text
    with service() as on:
        answered = run(text, on)
    for command, printed in reversed(answered):
        if plain(printed) != plain(command.output):
            told = printed if not printed or printed.endswith("\n") else printed + "\n"
            text = text[: command.start] + told.lstrip("\n") + text[command.end :]
    return text


def main() -> None:
    """Rewrite every page that is not up to date."""
    for page in every_page():
        before = page.read_text()
        after = rewritten(renewed(before))
        if after != before:
            page.write_text(after)
            print(f"{page} was brought up to date.")


if __name__ == "__main__":
    main()
