import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { kestrelHome, program } from "../terminal/kestrel-home.ts";

const docs = join(import.meta.dirname, "../../docs");
const run = promisify(execFile);

/** The blocks of a page that say `sh run`, in their order. */
function commandsOf(page: string): string[] {
  return [...page.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => commands);
}

describe.skipIf(testEngine === undefined)("the manual", () => {
  it("shows commands that run as they are written", async () => {
    const home = await kestrelHome({});
    const command = join(dirname(home.dataFolder), "bin", "kestrel");
    await mkdir(dirname(command));
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    await chmod(command, 0o755);
    const env = { ...home.environment, PATH: `${dirname(command)}${delimiter}${process.env.PATH}` };
    const pages = (await readdir(docs, { recursive: true })).filter((name) => name.endsWith(".md")).sort();
    const failed: string[] = [];
    let count = 0;
    for (const page of pages) {
      for (const commands of commandsOf(await readFile(join(docs, page), "utf8"))) {
        count += 1;
        const running = run("sh", ["-euc", commands], { cwd: home.workspace, env });
        running.child.stdin?.end();
        await running.catch(({ code, stdout, stderr }) =>
          failed.push(`${page}: ${commands}ended with ${code}\n${stdout}${stderr}`),
        );
      }
    }
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });
});
