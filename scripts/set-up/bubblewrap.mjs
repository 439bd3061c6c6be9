import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { answers, outputOf } from "./run-program.mjs";
import { inPath, unpackedProgram, writeLauncher } from "./unpacked-program.mjs";

const loaders = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };

/** The bubblewrap of the sandbox tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function bubblewrapOnHand() {
  return (
    inPath("bwrap") ??
    unpackedProgram({ name: "bubblewrap", program: "bwrap", need: "a sandbox", arrange, prove })
  );
}

function arrange({ draft, home, triplet }) {
  if (answers(join(draft, "usr/bin/bwrap"), ["--version"])) {
    symlinkSync("usr/bin/bwrap", join(draft, "bwrap"));
    return;
  }
  // Uses the loader: a library path in the environment would be inherited by the sandboxed command.
  const libraries = `${home}/usr/lib/${triplet}:${home}/lib/${triplet}`;
  writeLauncher(
    join(draft, "bwrap"),
    `exec ${loaders[process.arch]} --library-path '${libraries}' '${home}/usr/bin/bwrap' "$@"`,
  );
}

const prove = (program) => outputOf(program, ["--version"]);
