import { join } from "node:path";
import { outputOf } from "./run-program.mjs";
import { inPath, unpackedProgram, writeLauncher } from "./unpacked-program.mjs";

/** The IRC server for the tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function ngircdOnHand() {
  return (
    inPath("ngircd") ??
    unpackedProgram({ name: "ngircd", packages: ["ngircd"], need: "an IRC server", arrange, prove })
  );
}

function arrange({ draft, home, triplet }) {
  writeLauncher(
    join(draft, "ngircd"),
    `export LD_LIBRARY_PATH='${home}/usr/lib/${triplet}:${home}/lib/${triplet}'`,
    `exec '${home}/usr/sbin/ngircd' "$@"`,
  );
}

const prove = (program) => outputOf(program, ["--version"]);
