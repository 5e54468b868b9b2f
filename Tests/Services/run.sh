# What the scripts have in common that run tests against services. Sourced, not run.
# A service is started on loopback by the script `start` in its folder, and stopped afterwards. It fails if one does not
# start, if a test fails, and if tests were skipped or none ran.
set -Eeuo pipefail

name=$(basename "$PWD")
work=$(mktemp -d "${TMPDIR:-/tmp}/captcha-$name.XXXXXX")
services=()
declare -A process=()

stop() {
    local status=$? service
    trap - EXIT INT TERM HUP
    for service in "${services[@]}"; do kill -TERM "${process[$service]}" 2>/dev/null || true; done
    for service in "${services[@]}"; do wait "${process[$service]}" 2>/dev/null || true; done
    rm -rf "$work"
    exit "$status"
}
trap stop EXIT
trap 'exit 143' INT TERM HUP

fail() {
    echo "$name FAILED, ${SECONDS} s: $*" >&2
    exit 1
}

start() { # service
    "$1/start" "$work/$1" &
    process[$1]=$!
    services+=("$1")
}

# Waits until a service is up, and prints its base URL. Ten minutes at most: a first run installs packages.
await() { # service
    while [ "$SECONDS" -lt 600 ]; do
        if [ -e "$work/$1" ]; then
            cat "$work/$1"
            return
        fi
        kill -0 "${process[$1]}" 2>/dev/null || fail "$1 did not start"
        sleep 0.2
    done
    fail "$1 did not start in time"
}

run_tests() { # test target, further arguments of swift test …
    local log="$work/tests.log" filter="^$1\\."
    shift
    echo "$name, ${SECONDS} s: swift test --filter '$filter' $*"
    swift test --package-path "../.." --filter "$filter" "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        fail "the tests"
    }
    if grep -E '(Test|Suite) .* skipped' "$log" >&2; then fail "tests were skipped"; fi
    grep -E '^[a-z]+ [<>|]' "$log" || true
    grep -E 'Test run with [1-9][0-9]* tests .* passed' "$log" || fail "no test ran"
}
