import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { endBackground } from "../daemon/end-background.ts";
import { writeFiles } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";

/** The built program; a test run by hand may name another build. */
export const program =
  process.env.KESTREL_TEST_PROGRAM ?? join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");

/** A place of its own for a terminal: data, model and workspace. */
export type KestrelHome = {
  dataFolder: string;
  /** A real path. */
  workspace: string;
  model: string;
  environment: Record<string, string>;
};

/** What one command came to. */
export type Outcome = { code: number | null; out: string; err: string };

const folders = new Set<string>();
const living = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of living) child.kill("SIGKILL");
  // A daemon takes up to two seconds to end.
  await Promise.all([...folders].map((folder) => endBackground(join(folder, "data"))));
  // A daemon that was told to end may still be putting its slots away.
  const gone = { recursive: true, force: true, maxRetries: 30, retryDelay: 200 };
  for (const folder of folders) await rm(folder, gone);
});

/** A home with these scripts as its model and these files in its workspace; gone when the test file ends. */
export async function kestrelHome(input: {
  scripts?: Scripts;
  files?: Readonly<Record<string, string>>;
  config?: string;
}): Promise<KestrelHome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-terminal-")));
  folders.add(folder);
  const home = homeIn(folder, join(folder, "data"), join(folder, "workspace"));
  await writeFiles(home.workspace, input.files ?? {});
  await mkdir(join(home.dataFolder, "config"), { recursive: true, mode: 0o700 });
  await writeFile(join(home.dataFolder, "config", "config.toml"), input.config ?? "");
  if (input.scripts) await writeFile(home.model, buildScriptedModel(input.scripts));
  return home;
}

/** A home on data that is there already: a daemon's. */
export function homeIn(folder: string, dataFolder: string, workspace: string): KestrelHome {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(KESTREL_|LC_|LANG|NO_COLOR|FORCE_COLOR|CI$|TMUX)/.test(name)
      ? []
      : [[name, value]],
  );
  const environment: Record<string, string> = {
    ...Object.fromEntries(inherited),
    LANG: "C.UTF-8",
    KESTREL_DATA_DIR: dataFolder,
    ...(testEngine !== undefined && { KESTREL_ENGINE_PATH: testEngine }),
  };
  return { dataFolder, workspace, model: join(folder, "model.gguf"), environment };
}

/** Runs one command in the workspace, without a terminal. `input` is piped in; otherwise the line stays open and silent. */
export async function kestrel(
  home: KestrelHome,
  words: readonly string[],
  { input, started }: { input?: string; started?: (child: ChildProcess) => void } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...words], { cwd: home.workspace, env: home.environment });
  living.add(child);
  const outcome: Outcome = { code: null, out: "", err: "" };
  child.stdout.on("data", (bytes: Buffer) => {
    outcome.out += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    outcome.err += bytes.toString();
  });
  if (input !== undefined) child.stdin.end(input);
  started?.(child);
  outcome.code = await new Promise((resolve) => child.once("close", resolve));
  living.delete(child);
  return outcome;
}

/** Runs one command, and presses Ctrl+C when its first tool has started. */
export function interruptedAtWork(home: KestrelHome, words: readonly string[]): Promise<Outcome> {
  return kestrel(home, words, {
    started: (child) => {
      const hear = (bytes: Buffer) => {
        if (!bytes.includes("tool.started")) return;
        child.stdout?.off("data", hear);
        child.kill("SIGINT");
      };
      child.stdout?.on("data", hear);
    },
  });
}
