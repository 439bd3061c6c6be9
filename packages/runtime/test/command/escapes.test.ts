import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createCommandRunner } from "@kestrel/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import { bundleProgram } from "../fixtures/bundle-program.ts";
import { goneWithin, isAlive } from "../fixtures/process-facts.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

/** Whether the kernel gives Kestrel the orphans of a command here: see `reaper.ts`. */
const hasReaper = process.platform === "linux" && existsSync("/usr/bin/perl");

/** Lines that begin a process which would stay, and print its number last. */
const escapes: Record<string, string> = {
  "another session": "setsid sh -c 'echo $$; exec sleep 300' &",
  "another session and no environment": "env -i setsid /bin/sh -c 'echo $$; exec /bin/sleep 300' &",
  "two forks and no environment":
    "(env -i setsid /bin/sh -c '/bin/sh -c \"echo \\$\\$; exec /bin/sleep 300\" & exit' &);",
  "a process that ignores what it is told":
    "(trap '' TERM HUP INT; env -i setsid /bin/sh -c 'trap \"\" TERM HUP INT; echo $$; while :; do /bin/sleep 1; done' &);",
  "a process that has stopped itself": "env -i setsid /bin/sh -c 'echo $$; kill -STOP $$' &",
};

describe.skipIf(!hasReaper)("a command that tries to stay", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  const runner = createCommandRunner({ supervisorPath });
  /** Runs a line that prints a process's number, and does something once it is there. */
  async function run(line: string, once: (stop: () => void) => void = () => {}) {
    const stop = new AbortController();
    let pid = 0;
    const end = await runner.run(
      { file: "/bin/sh", args: ["-c", line], folder, environment },
      (text) => {
        pid ||= Number(/\d+/.exec(text)?.[0] ?? 0);
        if (pid > 0) once(() => stop.abort());
      },
      stop.signal,
    );
    return { end, pid };
  }

  it.each(Object.entries(escapes))("as %s is gone when the command has ended", async (_, line) => {
    const { end, pid } = await run(`${line} sleep 0.4`);
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(pid).toBeGreaterThan(1);
    expect(await goneWithin(3000, pid)).toBe(true);
  });

  it.each(Object.entries(escapes))(
    "as %s is gone when it is cancelled, also with its supervisor stopped",
    async (_, line) => {
      for (const before of ["", "kill -STOP $PPID; "]) {
        const { end, pid } = await run(`${before}${line} sleep 300`, (stop) => stop());
        expect(end).toEqual({ kind: "cancelled" });
        expect(await goneWithin(2000, pid)).toBe(true);
      }
    },
  );

  it.each(Object.entries(escapes))(
    "as %s is gone when the daemon is killed, also with its supervisor stopped",
    async (_, line) => {
      const program = await bundleProgram("daemon-with-command", folder);
      for (const before of ["", "kill -STOP $PPID; "]) {
        const script = `${before}${line} sleep 300`;
        const daemon = spawn(process.execPath, [program, supervisorPath, script], {
          stdio: ["ignore", "pipe", "ignore"],
        });
        const [said] = (await once(daemon.stdout, "data")) as [Buffer];
        const pid = Number(said.toString());
        expect(isAlive(pid)).toBe(true);
        daemon.kill("SIGKILL");
        expect(await goneWithin(5000, pid)).toBe(true);
      }
    },
  );

  it("in a hundred copies is gone at once", async () => {
    const { pid } = await run(
      "for n in $(seq 100); do env -i setsid /bin/sleep 300 & done; echo $!; sleep 300",
      (stop) => stop(),
    );
    expect(await goneWithin(3000, pid)).toBe(true);
  });
});
