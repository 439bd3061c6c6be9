import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner } from "@kestrel/runtime";
import { expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { type CommandLimits, commandLimits } from "../../src/command/command-limits.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin" };
const mebibyte = 1024 * 1024;

async function shell(line: string, limits: Partial<CommandLimits> = {}, timeoutMs = 20_000) {
  const folder = await temporaryFolder();
  let text = "";
  let units = 0;
  const end = await createCommandRunner({ supervisorPath }, limits).run(
    { file: "/bin/sh", args: ["-c", line], folder, environment, timeoutMs },
    (part) => {
      units += part.length;
      if (text.length < 4000) text += part;
    },
    new AbortController().signal,
  );
  return { end, text, units, folder };
}

it.skipIf(process.platform === "win32")(
  "ends what writes a file without end, and leaves no core",
  async () => {
    const { end, folder } = await shell("head -c 20M /dev/zero > big; echo $?", { fileBytes: mebibyte });
    expect(end.kind).toBe("exited");
    expect((await stat(join(folder, "big"))).size).toBe(mebibyte);
    expect((await shell("ulimit -c")).text).toBe("0\n");
  },
);

it.skipIf(process.platform !== "linux")(
  "refuses memory beyond the limit, and lets programs that only reserve addresses run",
  async () => {
    const limits = { memoryBytes: 256 * mebibyte };
    const greedy = await shell(`head -c 600M /dev/zero | tail -c 600M | wc -c`, limits);
    expect(greedy.text).toMatch(/memory exhausted|[Cc]annot allocate/);
    expect(
      (await shell(`ulimit -d unlimited; head -c 300M /dev/zero | tail -c 300M | wc -c`, limits)).text,
    ).toBe(`${300 * mebibyte}\n`);
    expect((await shell(`"${process.execPath}" -e 'console.log(1 + 1)'`, limits)).text).toBe("2\n");
  },
);

it.skipIf(process.platform !== "linux")("hands its limits down: files, memory, processes", async () => {
  const { text } = await shell("grep -E '^Max (file size|data size|processes)' /proc/self/limits");
  expect(text.split("\n").filter(Boolean)).toHaveLength(3);
  const { memoryBytes, processes } = commandLimits("/");
  expect(text).not.toMatch(/unlimited +unlimited/);
  expect(text).toContain(`${Math.ceil(memoryBytes / 1024) * 1024}`);
  expect(processes).toBeLessThan(100_000);
});

it.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "bounds a fork bomb of an ordinary user",
  async () => {
    const bomb = "i=0; while [ $i -lt 200 ]; do sleep 30 & i=$((i+1)); done; echo all";
    const { text } = await shell(`setpriv --reuid=54321 --clear-groups sh -c '${bomb}'; exit 0`, {
      processes: 40,
    });
    expect(text).toMatch(/fork/i);
    expect(text).not.toContain("all");
  },
);

it.each([
  "yes",
  "yes | tr -d '\\n'",
  "base64 /dev/urandom",
  "base64 -w 0 /dev/urandom",
  "while :; do echo x; done",
])("%s leaves the daemon free, and is taken no faster than eight megabytes a second", async (line) => {
  const { result, blockedMs } = await longestBlock(() => shell(line, {}, 2500));
  expect(result.end).toEqual({ kind: "timed-out" });
  expect(result.units).toBeGreaterThan(1000);
  expect(result.units).toBeLessThan(36 * mebibyte);
  expect(blockedMs).toBeLessThan(longestBlockAllowed);
});
