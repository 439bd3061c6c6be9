import { join } from "node:path";
import { bubblewrapOnHand } from "./bubblewrap.mjs";
import { outputOf } from "./run-program.mjs";
import { inPath, unpackedProgram, writeLauncher } from "./unpacked-program.mjs";

/**
 * The mail server for the tests: the user's own, or one unpacked into the cache. Its programs call each other under `/usr`, so an unpacked
 * one runs where bubblewrap mounts its files there. `undefined` when there is none.
 */
export async function dovecotOnHand() {
  const own = inPath("dovecot");
  const bubblewrap = own ?? (process.platform === "linux" ? await bubblewrapOnHand() : undefined);
  if (own || !bubblewrap) return own;
  return unpackedProgram({
    ...{ name: "dovecot", packages: ["dovecot-imapd"], need: "a mail server", prove },
    arrange: ({ draft, home, triplet }) =>
      writeLauncher(
        join(draft, "dovecot"),
        `exec '${bubblewrap}' --ro-bind '${home}/usr' /usr --ro-bind / /host \\`,
        "  --symlink host/lib64 /lib64 --symlink host/lib /lib --symlink host/bin /bin \\",
        "  --ro-bind /etc /etc --dev-bind /dev /dev --proc /proc --bind /tmp /tmp \\",
        `  --setenv LD_LIBRARY_PATH '/usr/lib/${triplet}:/usr/lib/dovecot:/host/usr/lib/${triplet}:/host/lib/${triplet}' \\`,
        '  /usr/sbin/dovecot "$@"',
      ),
  });
}

const prove = (program) => outputOf(program, ["--version"]);
