#!/bin/sh
# One image, several processes: web | worker | migrate | health | manage <command …>, or all of a club in one: laptop.
# Each is exec'ed, so that SIGTERM reaches it and not this shell.
set -eu

cd "$(dirname "$0")/.."
process="${1:-web}"
[ "$#" -eq 0 ] || shift

# Without these every container would have a database, a queue and a key of its own; a laptop has just one container.
for name in SECRET_KEY DATABASE_URL REDIS_URL; do
    if [ "$process" != laptop ] && [ "$process" != health ] && eval "[ -z \"\${$name:-}\" ]"; then
        echo "$name is empty: set it in docker/.env (see docker/env.example)." >&2
        exit 64
    fi
done

case "$process" in
web)
    if [ -n "${METRICS_TOKEN:-}" ]; then  # its processes add their figures up there
        export PROMETHEUS_MULTIPROC_DIR=/tmp/tarot-club-figures
        rm -rf "$PROMETHEUS_MULTIPROC_DIR"
        mkdir "$PROMETHEUS_MULTIPROC_DIR"
    fi
    exec granian --interface wsgi --no-ws --host "${WEB_HOST:-0.0.0.0}" --port "${WEB_PORT:-8000}" \
        --workers "${WEB_WORKERS:-2}" --blocking-threads "${WEB_THREADS:-3}" \
        --respawn-failed-workers --workers-kill-timeout 20 --log-level warning \
        tarot_club.wsgi:application "$@"
    ;;
worker)
    # Touched every two seconds: what the health of this container is judged by (compose.yaml).
    WORKER_ALIVE_FILE=/tmp/tarot-club-worker
    export WORKER_ALIVE_FILE
    # Threads and not processes: a child killed alone would leave its job to a parent that still writes its heartbeat.
    # For more hands start more containers: each one is taken over by the others when it dies.
    exec celery -A tarot_club worker --pool threads \
        --without-gossip --without-mingle --without-heartbeat --loglevel "${LOG_LEVEL:-WARNING}" "$@"
    ;;
laptop)
    # The embedded server (docker/LAPTOP.md): its volume holds the data, and no files collected for an older image.
    TAROT_CLUB_DATA="$PWD/club"
    STATIC_COLLECTED=0
    export TAROT_CLUB_DATA STATIC_COLLECTED
    exec python manage.py serve --host 0.0.0.0 --port "${WEB_PORT:-8000}" "$@"
    ;;
migrate)
    exec python manage.py migrate --noinput "$@"
    ;;
health)
    # Asked from inside: under the site's own name, and as if by the proxy, which alone speaks TLS.
    exec python - <<'PY'
import os
import urllib.request

name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
page = urllib.request.Request(
    f"http://127.0.0.1:{os.environ.get('WEB_PORT', '8000')}/sante/vivant/",
    headers={"Host": name if name not in ("", "*") else "localhost", "X-Forwarded-Proto": "https"},
)
with urllib.request.urlopen(page, timeout=4) as answer:  # any other status than 200 raises
    print(answer.read().decode())
PY
    ;;
manage)
    exec python manage.py "$@"
    ;;
*)
    echo "Unknown process « $process »: web, worker, migrate, health, laptop or manage <command>." >&2
    exit 64
    ;;
esac
