import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endBackground } from "../daemon/end-background.ts";
import { testEngine } from "../machine.ts";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** Bytes that the package has at most. */
const mostBytes = 60e6;

describe("the package, installed into an empty home without a compiler", () => {
  let home: string;
  let environment: Record<string, string>;
  const kestrel = (...words: string[]) =>
    spawnSync(join(home, "installed/bin/kestrel"), words, {
      ...{ cwd: join(home, "project"), env: environment, encoding: "utf8" },
    });

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), "kestrel-packed-")));
    // What a bare machine has: Node with npm, and a shell. No cc, no make, no python, and no registry.
    const bin = join(home, "bin");
    await mkdir(bin);
    await mkdir(join(home, "project"));
    const node = await realpath(process.execPath);
    await symlink(node, join(bin, "node"));
    for (const name of ["sh", "ps", "uname"]) {
      const { stdout } = await run("sh", ["-c", `command -v ${name} || true`]);
      if (stdout.startsWith("/")) await symlink(stdout.trim(), join(bin, name));
    }
    environment = {
      ...{ HOME: home, PATH: bin, LANG: "C.UTF-8", KESTREL_DATA_DIR: join(home, "data") },
      ...(testEngine !== undefined && { KESTREL_LLAMA_SERVER: testEngine }),
    };
    await run(process.execPath, [join(root, "scripts/release.mjs"), "package"], { cwd: root });
    const npm = (await run("sh", ["-c", 'realpath "$(command -v npm)"'])).stdout.trim();
    const rest = ["install", "-g", "--offline", "--omit=optional", "--prefix", join(home, "installed")];
    await run(node, [npm, ...rest, join(root, "release/kestrel-0.1.0.tgz")], { env: environment, cwd: home });
  });
  afterAll(async () => {
    await endBackground(join(home, "data"));
    await rm(home, { recursive: true, force: true, maxRetries: 30, retryDelay: 200 });
    await rm(join(root, "release"), { recursive: true, force: true });
  });

  it("is small", async () => {
    expect((await stat(join(root, "release/kestrel-0.1.0.tgz"))).size).toBeLessThan(mostBytes);
  });

  it.each([
    [["--version"], /^0\.1\.0\n$/],
    [["help"], /kestrel doctor/],
    [["completion", "bash"], /complete -o default -F _kestrel kestrel/],
    [["config", "path"], /config\.toml\n$/],
    [["config", "list"], /^permission\.mode +ask$/m],
    [["permissions", "why", "ls"], /ls/],
    [["loadout"], /coder/],
    [["skills"], /./],
    [["mcp"], /./],
    [["storage"], /./],
    [["trust"], /./],
  ])("does kestrel %j", (words, said) => {
    const { status, stdout, stderr } = kestrel(...words);
    expect({ stderr, status }).toEqual({ stderr: expect.any(String), status: 0 });
    expect(stdout).toMatch(said);
  });

  it.skipIf(testEngine === undefined)("does a turn with the model that comes with it", () => {
    const { status, stdout, stderr } = kestrel("run", "Hello, who are you?", "--json");
    expect({ stderr, status }).toEqual({ stderr: expect.stringContaining("kestrel-nano"), status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ type: "result", reason: "done" });
    // The driver is not there, which is said and stops nothing.
    expect(kestrel("sessions").stdout).toContain("Hello, who are you?");
    expect(kestrel("stop").status).toBe(0);
  });
});
