"""Stands in for curl where a machine has none: as much of it as the documents use, and nothing silently left out."""

import argparse
import http.client
import sys
from urllib.parse import urlsplit


def main() -> int:
    """Send one request, write the answer."""
    given = argparse.ArgumentParser(allow_abbrev=False)
    given.add_argument("-s", "--silent", action="store_true")
    given.add_argument("-N", "--no-buffer", action="store_true")
    given.add_argument("-i", "--include", action="store_true")
    given.add_argument("-w", "--write-out", default="")
    given.add_argument("-H", "--header", action="append", default=[])
    given.add_argument("-X", "--request")
    given.add_argument("-d", "--data")
    given.add_argument("-o", "--output")
    given.add_argument("url")
    asked = given.parse_args()
    url = urlsplit(asked.url)
    headers = {name.strip(): value.strip() for name, _, value in (each.partition(":") for each in asked.header)}
    body = None if asked.data is None else asked.data.encode()
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=60)
    path = f"{url.path}?{url.query}" if url.query else url.path
    connection.request(asked.request or ("GET" if body is None else "POST"), path, body, headers)
    answer = connection.getresponse()
    out = sys.stdout.buffer
    if asked.include:
        out.write(f"HTTP/1.1 {answer.status} {answer.reason}\r\n".encode())
        out.write("".join(f"{name}: {value}\r\n" for name, value in answer.getheaders()).encode() + b"\r\n")
    if asked.output:
        with open(asked.output, "wb") as file:  # noqa: PTH123 - "-" and "/dev/null" are files too
            file.write(answer.read())
    else:
        out.write(answer.read())
    facts = {"http_code": str(answer.status), "content_type": answer.getheader("content-type", "")}
    told = asked.write_out.replace("\\n", "\n")
    for name, value in facts.items():
        told = told.replace(f"%{{{name}}}", value)
    out.write(told.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
