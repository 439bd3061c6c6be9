import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner, createSandbox } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../../../../test/machine.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const parents = ["/tmp", process.getuid?.() === 0 ? "/var/cache" : join(homedir(), ".cache")];

/** A playground within a data folder that is hidden, itself with something hidden in it. */
function given(parent: string) {
  mkdirSync(parent, { recursive: true });
  const base = realpathSync(mkdtempSync(join(parent, "kestrel-hidden-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const data = join(base, "data");
  const playground = join(data, "playground");
  mkdirSync(join(playground, "own"), { recursive: true });
  mkdirSync(join(base, "bin"));
  if (testBubblewrap) copyFileSync(testBubblewrap, join(base, "bin", "bwrap"));
  for (const name of ["token", "playground/a.txt", "playground/own/kept"])
    writeFileSync(join(data, name), `in ${name}\n`);
  const sandbox = createSandbox({
    setting: "required",
    folder: join(data, "sandbox"),
    path: join(base, "bin"),
  });
  const runner = createCommandRunner({ supervisorPath, sandbox });
  return async (line: string, readOnly?: true) => {
    let output = "";
    const end = await runner.run(
      {
        ...{ file: "/bin/sh", args: ["-c", line], folder: playground },
        environment: { PATH: "/usr/bin:/bin" },
        confinement: {
          ...{ network: false, writable: [playground], sealed: [], hidden: [data, join(playground, "own")] },
          ...(readOnly && { readOnly }),
        },
      },
      (text) => {
        output += text;
      },
      new AbortController().signal,
    );
    return { end, output };
  };
}

describe.skipIf(testBubblewrap === undefined).each(parents)(
  "a workspace in a hidden place below %s",
  (parent) => {
    it("is written, with nothing else of that place", async () => {
      const run = given(parent);
      const { output } = await run("cat a.txt ../token own/kept; ls -A ..; echo new > b.txt; cat b.txt");
      expect(output).toContain("in playground/a.txt");
      expect(output).toContain("new\n");
      expect(output).not.toMatch(/in token|in playground\/own/);
      expect(output).toMatch(/^playground$/m);
    });

    it("is only read by what only looks", async () => {
      const run = given(parent);
      const { end, output } = await run("cat a.txt ../token own/kept; echo new > b.txt", true);
      expect(output).toContain("in playground/a.txt");
      expect(output).toContain("Read-only file system");
      expect(output).not.toMatch(/in token|in playground\/own/);
      expect(end).toMatchObject({ kind: "exited" });
    });
  },
);
