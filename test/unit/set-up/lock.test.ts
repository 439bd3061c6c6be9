import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const lockModule = join(import.meta.dirname, "../../../scripts/set-up/lock.mjs");

describe("the set-up lock of two terminals", () => {
  let folder = "";
  const running: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-set-up-"));
  });
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  /** A process that takes the lock and then does `work`. */
  const terminal = (work: string) => {
    const program = `
      import { appendFileSync } from "node:fs";
      import { setTimeout as pause } from "node:timers/promises";
      import { withLock } from ${JSON.stringify(lockModule)};
      const tell = (word) => appendFileSync("story", word + "\\n");
      await withLock("lock", async () => { ${work} });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    return child;
  };

  it("lets one in at a time, however many come at once", async () => {
    const children = Array.from({ length: 4 }, () => terminal(`tell("in"); await pause(30); tell("out");`));
    await Promise.all(children.map((child) => once(child, "close")));
    expect(await readFile(join(folder, "story"), "utf8")).toBe("in\nout\n".repeat(4));
  });

  it("is free again when its holder was killed, with nothing to clean up", async () => {
    const killed = terminal(`console.log("holding"); await pause(60_000);`);
    if (killed.stdout) await once(killed.stdout, "data");
    killed.kill("SIGKILL");
    await once(killed, "close");
    const [code] = await once(terminal(`tell("in");`), "close");
    expect(code).toBe(0);
    expect(await readFile(join(folder, "story"), "utf8")).toBe("in\n");
  });
});
