import { join } from "node:path";
import { outputOf } from "./run-program.mjs";
import { inPath, unpackedProgram, writeLauncher } from "./unpacked-program.mjs";

/** The tmux for the tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function tmuxOnHand() {
  return inPath("tmux") ?? unpackedProgram({ name: "tmux", need: "a terminal", arrange, prove });
}

function arrange({ draft, home, triplet }) {
  writeLauncher(
    join(draft, "tmux"),
    `export LD_LIBRARY_PATH='${home}/usr/lib/${triplet}:${home}/lib/${triplet}'`,
    `exec '${home}/usr/bin/tmux' "$@"`,
  );
}

const prove = (program) => outputOf(program, ["-V"]);
