import { execFileSync } from "node:child_process";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

const isThere = (program: string) => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(testBubblewrap === undefined)("a read-only line, which nobody is asked about", () => {
  it.skipIf(!isThere("jq"))("takes no more memory than a gibibyte for all that it runs at once", async () => {
    const place = await sandboxedWorkplace();
    await place.put("a.json", "{}");
    for (const command of [
      "jq '[range(1e12)]' a.json",
      "jq '[range(1e12)]' a.json | jq '[range(1e12)]' | wc -c",
    ]) {
      expect((await place.assess("shell", { command })).risk).toBe("read");
      const { outcome, content } = await place.run("shell", { command, timeout: 600 });
      expect([outcome, content]).toEqual([
        expect.any(String),
        expect.stringMatching(/cannot allocate memory|memory exhausted|ended by|^0$/im),
      ]);
    }
  });

  it("fills no memory through a file in its own /tmp", async () => {
    const place = await sandboxedWorkplace();
    const lines = "x\n".repeat(1024);
    await place.put("big.txt", lines);
    await truncate(join(place.root, "big.txt"), 8 * 1024 ** 3);
    const command = "sort big.txt";
    expect((await place.assess("shell", { command })).risk).toBe("read");
    const { content } = await place.run("shell", { command });
    expect(content).toMatch(/Read-only file system|memory exhausted|cannot allocate/i);
    // What fits needs none.
    await place.put("small.txt", "b\na\n");
    expect((await place.run("shell", { command: "sort small.txt" })).content).toContain("a\nb");
  });

  it("ends after two minutes, whatever time was asked for", async () => {
    const place = await sandboxedWorkplace();
    let asked: number | undefined;
    const { commandRunner } = place.dependencies;
    const { run } = commandRunner;
    commandRunner.run = (command, ...rest) => {
      asked = command.timeoutMs;
      return run({ ...command, timeoutMs: 1 }, ...rest);
    };
    await place.put("a.txt", "a\n");
    const { content } = await place.run("shell", { command: "cat a.txt", timeout: 600 });
    expect(asked).toBe(120_000);
    expect(content).toContain("A read-only command has no longer.");
    await place.run("shell", { command: "env cat a.txt", timeout: 600 });
    expect(asked).toBe(600_000);
  });
});
