import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "@kestrel/core";
import { createCommandRunner } from "@kestrel/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import { soonest } from "../../../../test/daemon/how-long.ts";
import { bundleProgram } from "../fixtures/bundle-program.ts";
import { goneWithin, isAlive } from "../fixtures/process-facts.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const runner = createCommandRunner({ supervisorPath });
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

/** Runs a line of shell; `text` is all that it wrote. */
async function shell(line: string, more: Partial<Command> & { cancel?: AbortSignal } = {}) {
  let text = "";
  let lastAt = 0;
  const { cancel = new AbortController().signal, ...rest } = more;
  const command = { file: "/bin/sh", args: ["-c", line], folder: tmpdir(), environment, ...rest };
  const end = await runner.run(
    command,
    (part) => {
      text += part;
      lastAt = performance.now();
    },
    cancel,
  );
  return { end, text, lastAt };
}

describe("running a command", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  const pidFrom = async (name: string) => Number(await readFile(join(folder, name), "utf8"));

  it("waits for no supervisor that hangs in its own start, and leaves none behind", async () => {
    const nodePath = join(folder, "node");
    await writeFile(nodePath, `#!/bin/sh\necho $$ > ${folder}/pid\nexec sleep 999\n`, { mode: 0o755 });
    const hanging = createCommandRunner({ supervisorPath, nodePath, firstWordMs: 2_000 });
    const command = { file: "/bin/sh", args: ["-c", "echo ran"], folder, environment };
    const end = await hanging.run(command, () => undefined, new AbortController().signal);
    expect(end).toEqual({ kind: "not-started", detail: "supervisor ended" });
    expect(await goneWithin(5_000, await pidFrom("pid"))).toBe(true);
  });

  it("tells the output of both streams in the order it was written, and the exit code", async () => {
    const { end, text } = await shell("echo one; echo two >&2; echo three; exit 7");
    expect(text).toBe("one\ntwo\nthree\n");
    expect(end).toEqual({ kind: "exited", code: 7 });
  });

  it("lets the program open its streams by name", async () => {
    const { end, text } = await shell(
      "echo one > /dev/stdout && echo two > /dev/stderr && echo three | tee /dev/stderr",
    );
    expect({ end, text }).toEqual({ end: { kind: "exited", code: 0 }, text: "one\ntwo\nthree\nthree\n" });
  });

  it("names what a watched program left behind, wherever that moved itself, and ends it", async (test) => {
    if (process.platform !== "linux") return test.skip("only the group is known there");
    const line = `sleep 300 >/dev/null 2>&1 & echo $! > ${folder}/pid; setsid sleep 301 >/dev/null & sleep 0.1; echo started`;
    const { end, text } = await shell(line, { watched: true });
    expect(text).toBe("started\n");
    expect(end.kind === "exited" && end.left && [...end.left].sort()).toEqual(["sleep 300", "sleep 301"]);
    expect(await goneWithin(5_000, await pidFrom("pid"))).toBe(true);
    expect((await shell("sleep 0.05 & true", { watched: true })).end).toEqual({ kind: "exited", code: 0 });
    expect((await shell("sleep 300 >/dev/null & true")).end).toEqual({ kind: "exited", code: 0 });
  });

  it("names the signal that ended the program", async () => {
    expect((await shell("kill -SEGV $$")).end).toEqual({ kind: "signalled", signal: "SIGSEGV" });
  });

  it("does not split a character that arrives in two writes", async () => {
    const { text } = await shell(
      "printf '\\342\\202'; sleep 0.1; printf '\\254 caf\\303'; sleep 0.1; printf '\\251'",
    );
    expect(text).toBe("€ café");
  });

  it("gives the program nothing but the named environment and a mark, and an empty input without a terminal", async () => {
    const { text } = await shell("cat; env | sort; : < /dev/tty", {
      environment: { ...environment, COLOUR: "teal" },
    });
    const names = text.split("\n").flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name))).toEqual([
      "COLOUR",
      "KESTREL_CHILD",
      "PATH",
    ]);
    expect(text).toMatch(/\/dev\/tty/);
  });

  it("tells why a program could not start", async () => {
    const nothing = await shell("", { file: join(folder, "gone"), args: [] });
    expect(nothing.end).toEqual({ kind: "not-started", detail: "ENOENT" });
    const nowhere = await shell("true", { folder: join(folder, "gone") });
    expect(nowhere.end.kind).toBe("not-started");
  });

  it("returns when the shell has exited, though a background process holds the output, and ends that process", async () => {
    const took = await soonest(1500, async () => {
      const started = performance.now();
      const { end, text } = await shell(`sleep 999 & echo $! > ${folder}/pid; echo ok`);
      const over = performance.now() - started;
      expect({ end, text }).toEqual({ end: { kind: "exited", code: 0 }, text: "ok\n" });
      expect(await goneWithin(30_000, await pidFrom("pid"))).toBe(true);
      return over;
    });
    expect(took).toBeLessThan(1500);
  });

  it("waits for the last line of a child that is about to end", async () => {
    expect((await shell("(while kill -0 $$; do :; done 2> /dev/null; echo late) & echo early")).text).toBe(
      "early\nlate\n",
    );
  });

  it.skipIf(process.platform !== "linux")("ends a process that left the group", async () => {
    const { end } = await shell(`setsid sleep 999 & echo $! > ${folder}/pid; sleep 0.1`);
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(await goneWithin(30_000, await pidFrom("pid"))).toBe(true);
  });

  it("ends the whole tree at the time limit", async () => {
    const { end } = await shell(`sh -c 'echo $$ > ${folder}/pid; sleep 999 & wait'`, { timeoutMs: 400 });
    expect(end).toEqual({ kind: "timed-out" });
    expect(await goneWithin(30_000, await pidFrom("pid"))).toBe(true);
  });

  it("ends the whole tree within half a second of a cancel, also when the program ignores signals", async () => {
    const took = await soonest(500, async () => {
      const stop = new AbortController();
      let cancelledAt = 0;
      let pid = 0;
      const end = await runner.run(
        {
          file: "/bin/sh",
          args: ["-c", "trap '' TERM INT HUP; echo $$; sh -c 'sleep 999 & wait'"],
          folder,
          environment,
        },
        (text) => {
          pid = Number(text);
          cancelledAt = performance.now();
          stop.abort();
        },
        stop.signal,
      );
      expect(end).toEqual({ kind: "cancelled" });
      expect(await goneWithin(30_000, pid)).toBe(true);
      return performance.now() - cancelledAt;
    });
    expect(took).toBeLessThan(500);
  });

  it("does not start what is already cancelled", async () => {
    const { end } = await shell(`echo > ${folder}/ran`, { cancel: AbortSignal.abort() });
    expect(end).toEqual({ kind: "cancelled" });
    await expect(readFile(join(folder, "ran"))).rejects.toThrow();
  });

  it("ends the program when somebody kills the supervisor", async () => {
    const { end, text } = await shell("echo $$; kill -9 $PPID; sleep 999");
    expect(end.kind).toBe("signalled");
    expect(await goneWithin(1000, Number(text))).toBe(true);
  });

  it("survives a flood and a program without end of line", async () => {
    let bytes = 0;
    const stop = new AbortController();
    const end = await runner.run(
      { file: "/bin/sh", args: ["-c", "yes | tr -d '\\n'"], folder, environment },
      (text) => {
        bytes += text.length;
        if (bytes > 20_000_000) stop.abort();
      },
      stop.signal,
    );
    expect(end).toEqual({ kind: "cancelled" });
  });

  it("leaves nothing when the daemon is killed, not even what left the group", async () => {
    const program = await bundleProgram("daemon-with-command", folder);
    for (let round = 0; round < 5; round += 1) {
      const script = "setsid sleep 999 & a=$!; sh -c 'sleep 999 & wait' & echo $$ $a $!; wait";
      const daemon = spawn(process.execPath, [program, supervisorPath, script], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [line] = (await once(daemon.stdout, "data")) as [Buffer];
      const pids = line.toString().split(" ").map(Number);
      expect(pids).toHaveLength(3);
      expect(pids.every(isAlive)).toBe(true);
      daemon.kill("SIGKILL");
      for (const pid of pids) expect(await goneWithin(5000, pid)).toBe(true);
    }
  });
});
