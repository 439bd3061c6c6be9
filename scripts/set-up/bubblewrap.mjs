import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hasDebianPackages, unpackDebianPackages } from "./debian-packages.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, say } from "./places.mjs";
import { answers, outputOf } from "./run-program.mjs";

const loaders = {
  x64: { triplet: "x86_64-linux-gnu", path: "/lib64/ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", path: "/lib/ld-linux-aarch64.so.1" },
};

/** The bubblewrap of the sandbox tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function bubblewrapOnHand() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, "bwrap")).find((path) => existsSync(path)) ?? unpacked();
}

async function unpacked() {
  const home = join(cacheFolder, "bubblewrap");
  const program = join(home, "bwrap");
  if (existsSync(program)) return program;
  const loader = loaders[process.arch];
  if (!loader || !hasDebianPackages()) return undefined;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(join(cacheFolder, "bubblewrap.lock"), async () => {
    if (existsSync(program)) return program;
    const draft = join(cacheFolder, `bubblewrap-${randomUUID()}`);
    try {
      say("the tests need a sandbox: unpacking the system's own bubblewrap into the cache");
      unpackDebianPackages(["bubblewrap"], draft);
      if (answers(join(draft, "usr/bin/bwrap"), ["--version"])) {
        symlinkSync("usr/bin/bwrap", join(draft, "bwrap"));
      } else {
        // Through the loader: a library path in the environment would reach the sandboxed command too.
        const { triplet, path } = loader;
        const libraries = `${home}/usr/lib/${triplet}:${home}/lib/${triplet}`;
        const line = `exec ${path} --library-path '${libraries}' '${home}/usr/bin/bwrap' "$@"`;
        writeFileSync(join(draft, "bwrap"), `#!/bin/sh\n${line}\n`);
        chmodSync(join(draft, "bwrap"), 0o755);
      }
      rmSync(home, { recursive: true, force: true });
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    outputOf(program, ["--version"]);
    return program;
  });
}
