import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

/** A program of the test folder that runs in real processes of its own. */
export type Fixture = { file: string; remove(): Promise<void> };

/** Bundles `fixtures/<name>.ts`, because a bare Node 20 runs no TypeScript. */
export async function buildFixture(name: string): Promise<Fixture> {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "kestrel-fixture-"));
  const file = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(here, "fixtures", `${name}.ts`)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    // A dependency that is CommonJS asks for Node's own modules by `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    conditions: ["kestrel-source"],
    external: ["better-sqlite3"],
    logLevel: "error",
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A child that says things line by line. */
export type Speaker = {
  child: ChildProcess;
  /** Everything said so far. */
  said: readonly string[];
  /** Resolves with the first line that `fits`; rejects when the child ends without it. */
  until(fits: (line: string) => boolean): Promise<string>;
  ended: Promise<number | NodeJS.Signals>;
};

/** Starts a program, listens to its standard output and ends it with the test. */
export function start(command: string, args: readonly string[]): Speaker {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let over = false;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on("close", (code, signal) => {
      over = true;
      tell();
      resolve(signal ?? code ?? -1);
    });
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    tell();
  });
  const until = (fits: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const line = said.find(fits);
        if (line === undefined && !over) return;
        listeners.delete(look);
        if (line === undefined) reject(new Error(`ended after saying ${said.slice(-5).join(" | ")}`));
        else resolve(line);
      };
      listeners.add(look);
      look();
    });
  return { child, said, until, ended };
}
