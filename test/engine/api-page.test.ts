import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";

const page = await readFile("docs/api.md", "utf8");

/** The first block in that language behind the heading, as it stands on the page. */
function example(heading: string, language: string): string {
  const behind = page.slice(page.indexOf(`# ${heading}\n`));
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(behind)?.[1];
  if (found === undefined) throw new Error(`docs/api.md has no example for ${heading}`);
  return found;
}

/** What a program prints that is given its text on standard input. Rejects when it fails, with what it said. */
function printed(
  program: string,
  flags: readonly string[],
  { text, cwd, more }: { text: string; cwd: string; more: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...more }, timeout: 60_000 };
    const child = execFile(program, flags, options, (error, out) => (error ? reject(error) : resolve(out)));
    child.stdin?.end(text);
  });
}

describe.skipIf(testEngine === undefined)("the page about the API", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
  });

  it.each([
    ["curl", "sh", "sh", ["-s"]],
    ["Node", "js", process.execPath, ["--input-type=module", "-"]],
    ["Python", "python", "python3", ["-"]],
  ])("has an example for %s that works as it is written", async (heading, language, program, flags) => {
    const reached = { KESTREL_URL: daemon.url, KESTREL_TOKEN: daemon.token };
    expect(
      await printed(program, flags, {
        text: example(heading, language),
        cwd: daemon.workspace,
        more: reached,
      }),
    ).toContain("I am a tiny scripted model");
  });

  it("has one in TypeScript that compiles against the packed client, strictly, and works", async () => {
    const root = join(import.meta.dirname, "../..");
    const folder = await mkdtemp(join(tmpdir(), "kestrel-client-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const run = promisify(execFile);
    await run(process.execPath, [join(root, "scripts/release.mjs"), "client", folder]);
    // As npm would lay it, without a registry.
    const installed = join(folder, "node_modules");
    await mkdir(installed);
    await run("tar", ["-xzf", join(folder, "kestrel-client-0.1.0.tgz"), "-C", installed]);
    await rename(join(installed, "package"), join(installed, "kestrel-client"));
    await symlink(join(root, "node_modules/zod"), join(installed, "zod"));
    await symlink(join(root, "node_modules/@types"), join(installed, "@types"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "ask.ts"), example("TypeScript", "ts"));
    const flags = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "node", "ask.ts"];
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...flags], { cwd: folder });
    const more = { KESTREL_URL: daemon.url, KESTREL_TOKEN: daemon.token };
    const given = { text: "", cwd: folder, more };
    expect(await printed(process.execPath, ["ask.js"], given)).toContain("I am a tiny scripted model");
  });

  it("says where address and token are", async () => {
    const text = `${example("API by example", "sh")}echo "$KESTREL_URL $KESTREL_TOKEN"\n`;
    const more = { KESTREL_DATA_DIR: daemon.dataFolder };
    const out = await printed("sh", ["-s"], { text, cwd: daemon.workspace, more });
    expect(out).toBe(`${daemon.url} ${daemon.token}\n`);
  });
});
