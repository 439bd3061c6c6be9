import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hasDebianPackages, unpackDebianPackages } from "./debian-packages.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, say } from "./places.mjs";
import { outputOf } from "./run-program.mjs";

const triplets = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** The tmux in which the tests type: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function tmuxOnHand() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, "tmux")).find((path) => existsSync(path)) ?? unpackedTmux();
}

async function unpackedTmux() {
  const home = join(cacheFolder, "tmux");
  const program = join(home, "tmux");
  if (existsSync(program)) return program;
  const triplet = triplets[process.arch];
  if (!triplet || !hasDebianPackages()) return undefined;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(join(cacheFolder, "tmux.lock"), async () => {
    if (existsSync(program)) return program;
    const draft = join(cacheFolder, `tmux-${randomUUID()}`);
    try {
      say("the tests need a terminal: unpacking the system's own tmux into the cache");
      unpackDebianPackages(["tmux"], draft);
      const lines = [
        "#!/bin/sh",
        `export LD_LIBRARY_PATH='${home}/usr/lib/${triplet}:${home}/lib/${triplet}'`,
        `exec '${home}/usr/bin/tmux' "$@"`,
      ];
      writeFileSync(join(draft, "tmux"), `${lines.join("\n")}\n`);
      chmodSync(join(draft, "tmux"), 0o755);
      rmSync(home, { recursive: true, force: true });
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    outputOf(program, ["-V"]);
    return program;
  });
}
