# The service in a container: as a user of its own, with the locked dependencies and nothing that only builds.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
WORKDIR /app
RUN python -m venv .venv
COPY requirements.lock ./
RUN .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY pyproject.toml alembic.ini ./
COPY alembic alembic
COPY domain domain
COPY projections projections
COPY service service
RUN .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation --editable . \
    && .venv/bin/python -m compileall -q domain projections service \
    && .venv/bin/python -m pip uninstall --quiet --yes setuptools pip

FROM python:${PYTHON}-slim
# Without ACTA_DATABASE_URL the service keeps a database of its own in /data.
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin acta \
    && install -d -m 0700 -o acta -g acta /data
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ACTA_DATA=/data
USER acta
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('ACTA_PORT', '8000') + '/healthz', timeout=4)"]
ENTRYPOINT ["acta"]
CMD ["serve", "--host", "0.0.0.0"]
