# shellcheck shell=bash disable=SC2034
# What run, test and the other scripts share: messages, steps, tool paths, and the web build.
# Sourced, never run. Sets `root` (the checkout) and puts the tools that install-deps fetched on PATH.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export HOME=${HOME:-/root}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/waybill
state=$root/target/waybill # stamps, step logs, the build lock

node_minimum=20.19
npm_minimum=10.0 # Debian 13 has Node.js 20.19 with an npm that is too old for our packages
rust_minimum=1.95

say() { printf '%s\n' "$*"; }

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# at_least VERSION MINIMUM: is VERSION the same or newer?
at_least() { [[ -n $1 && $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

node_version() { node --version 2>/dev/null | sed 's/^v//'; }
rust_version() { rustc --version 2>/dev/null | cut -d' ' -f2 | cut -d- -f1; }

# Tools that install-deps fetched for this user. It fetches Node.js only where the machine's own is missing or too old.
use_fetched_tools() {
  if ! command -v cargo >/dev/null && [[ -x ${CARGO_HOME:-$HOME/.cargo}/bin/cargo ]]; then
    PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
  fi
  if [[ -x $cache/node/bin/node && :$PATH: != *":$cache/node/bin:"* ]]; then PATH=$cache/node/bin:$PATH; fi
  if [[ -d $cache/tools && :$PATH: != *":$cache/tools:"* ]]; then PATH=$PATH:$cache/tools; fi
}

# The browser of the browser tests: CHROMIUM_PATH, or the first one found.
find_chromium() {
  if [[ ${CHROMIUM_PATH:-} ]]; then
    say "$CHROMIUM_PATH"
  else
    command -v chromium || command -v chromium-browser || command -v google-chrome
  fi
}

# The folder of PostgreSQL's server programs: on PATH (through links), or the newest of Debian's.
find_postgres() {
  local found
  for found in $(command -v initdb) $(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -rV); do
    found=$(dirname "$(readlink -f "$found")")
    if [[ -x $found/postgres && -x $found/pg_isready ]]; then
      say "$found"
      return
    fi
  done
  return 1
}

# step LABEL COMMAND...: one calm line while it runs; the whole output only when it fails.
step() {
  local label=$1 log ticker='' started=$SECONDS status=0
  shift
  mkdir -p "$state"
  log=$(mktemp "$state/step.XXXXXX")
  if [[ -t 1 ]]; then
    while sleep 1 && kill -0 $$ 2>/dev/null; do printf '\r%s ... %d s' "$label" $((SECONDS - started)); done &
    ticker=$!
    printf '%s ...' "$label"
  fi
  "$@" >"$log" 2>&1 || status=$?
  if [[ $ticker ]]; then
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    printf '\r\033[K'
  fi
  if ((status == 0)); then
    say "$label ... $((SECONDS - started)) s"
  else
    say "$label ... failed after $((SECONDS - started)) s:"
    cat "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# One build of the web app at a time in a checkout, whoever asks.
with_build_lock() {
  mkdir -p "$state"
  (
    flock 9
    "$@"
  ) 9>"$state/build.lock"
}

digest() { sha256sum | cut -d' ' -f1; }

# The files that the web build reads (the route tree is written by the build itself); the arguments say what find does with them.
web_files() {
  find web \( -name node_modules -o -name 'dist*' -o -name e2e -o -name test-results -o -name playwright-report \
    -o -name coverage \) -prune -o -type f ! -name routeTree.gen.ts ! -name '*.tsbuildinfo' "$@"
}

# The content of them all. A file that just went away changes the digest too.
web_digest() {
  (cd "$root" && web_files -print0 | sort -z | xargs -0 sha256sum 2>/dev/null || true) | digest
}

# Names, sizes and times of everything that the binary is built from: quick, for "did anything change at all?"
tree_digest() {
  local line='%p %s %T@\n'
  (
    cd "$root" && {
      web_files -printf "$line"
      find crates Cargo.toml Cargo.lock .cargo rust-toolchain.toml openapi.json -type f -printf "$line" 2>/dev/null || true
    } | sort
  ) | digest
}

# npm ci, only when the lock file, the settings or Node.js changed since the last one.
install_web() {
  local stamp=$root/web/node_modules/.waybill-installed now
  now=$(
    cd "$root/web" && {
      cat package.json package-lock.json .npmrc 2>/dev/null
      node --version
    } | digest
  )
  [[ -f $stamp && $(<"$stamp") == "$now" ]] && return
  step 'Installing the web packages' npm --prefix "$root/web" ci --no-audit --no-fund || return
  printf '%s\n' "$now" >"$stamp"
}

# The production build in web/dist, only when a source changed since the last one.
build_web() {
  local stamp=$state/web.stamp now
  now=$(web_digest)
  [[ -f $root/web/dist/index.html && -f $stamp && $(<"$stamp") == "$now" ]] && return
  rm -f "$stamp"
  step 'Building the web app' npm --prefix "$root/web" run build || return
  printf '%s\n' "$now" >"$stamp"
}

use_fetched_tools
