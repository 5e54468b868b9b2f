# What the scripts that start an upstream have in common. Sourced, not run.
# Each of them is called as: start FILE. It stays in the foreground, writes the upstream's base URL into FILE once the
# upstream answers, and takes everything down again when it ends: on its own, by a signal, or because a step failed.
set -Eeuo pipefail

name=$(basename "$(cd "$(dirname "$0")" && pwd)")
url_file="${1:?usage: $name/start FILE}"
work=$(mktemp -d "${TMPDIR:-/tmp}/captcha-$name.XXXXXX")
groups=() # of the processes that run in the background
stage="start"

say() {
    stage="$*"
    echo "$name, ${SECONDS} s: $*"
}

stop() {
    local status=$? log group
    trap - EXIT INT TERM HUP ERR
    if [ "$status" -ne 0 ] && [ "$status" -ne 143 ]; then
        echo "$name FAILED at: $stage" >&2
        for log in "$work"/*.log; do
            [ -s "$log" ] && sed "s|^|$(basename "$log"): |" <(tail -n 40 "$log") >&2
        done
    fi
    for group in "${groups[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
    for group in "${groups[@]}"; do await_end "$group"; done
    rm -rf "$work"
    exit "$status"
}
trap stop EXIT
trap 'exit 143' INT TERM HUP

# A group that does not end when asked to is killed.
await_end() { # group
    for _ in $(seq 50); do
        kill -0 -- "-$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL -- "-$1" 2>/dev/null || true
}

# A server whose parent alone gets a signal may leave its workers behind, hence a process group for each.
background() { # log, command …
    local log="$work/$1"
    shift
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    set +m
    process=$!
    groups+=("$process")
}

# Both scripts may get here at once.
install_packages() { # package …
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    say "installing ${missing[*]}"
    (
        flock 9
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -q && apt-get install -q -y --no-install-recommends "${missing[@]}"
    ) >"$work/apt.log" 2>&1 9>"${TMPDIR:-/tmp}/captcha-apt.lock"
}

free_port() {
    /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits until a command succeeds, for as long as the process lives and a minute or two at most.
await() { # process, command …
    local waited="$1"
    shift
    for _ in $(seq 300); do
        kill -0 "$waited" 2>/dev/null || return 1
        "$@" && return 0
        sleep 0.2
    done
    return 1
}

answers() { # url
    curl -sf -m 30 -o "$work/answer" "$1"
}

# Tells that the upstream is up, and stays until one of the processes ends, which is a failure.
serve() { # base URL
    say "answers at $1"
    echo "$1" >"$url_file.part"
    mv "$url_file.part" "$url_file"
    wait -n || true
    say "a process ended"
    return 1
}
