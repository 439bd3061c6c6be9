import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Module } from "node:module";
import { basename, join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";
import { apart, bundleProgram } from "./bundle.mjs";
import { warmUp } from "./warm-up.mjs";

const entry = join(root, "packages/cli/src/bin.ts");
const worker = join(root, "packages/tools/src/worker/worker-program.ts");
const link = join(root, "packages/mcp/src/worker/link-program.ts");
const channels = join(root, "packages/channels/src/worker/channels-program.ts");
const reader = join(root, "packages/web/src/reader/reader-program.ts");
/** Separate programs that are copied unchanged. */
const copied = [
  "packages/runtime/src/supervisor/supervisor.cjs",
  "packages/tools/src/hooks/plugin-program.cjs",
];

/**
 * Builds the bundle `dist/program.cjs`, its loader `dist/kestrel.cjs`, its code caches, the process supervisor, the thread of plugins, the
 * text worker, the threads of MCP servers and channels, the one that reads web pages, and separate libraries.
 */
export async function buildProgram({ dist = join(root, "dist"), packed = false } = {}) {
  mkdirSync(dist, { recursive: true });
  for (const file of copied)
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(dist, basename(file)));
  if (!existsSync(entry)) return;
  say("building the program");
  // V8 detects a stale cache only by the program's length, so it is deleted before the program changes.
  for (const cache of ["program.cache", "terminal.cache", "daemon.cache"])
    rmSync(join(dist, cache), { force: true });
  const program = join(dist, "program.cjs");
  await bundleProgram(entry, program, { shortNames: true, packed });
  // Wrapped as a function here, so that no start copies three million characters once more.
  writeFileSync(program, Module.wrap(readFileSync(program, "utf8")));
  await bundleProgram(worker, join(dist, "text-worker.cjs"), { packed });
  await bundleProgram(link, join(dist, "mcp-link.cjs"), { packed });
  await bundleProgram(channels, join(dist, "channels.cjs"), { packed });
  await bundleProgram(reader, join(dist, "page-reader.cjs"), { packed });
  for (const { file, source } of Object.values(apart))
    await bundleProgram(join(root, source), join(dist, file), { packed });
  const loader = join(dist, "kestrel.cjs");
  const lines = readFileSync(join(root, "scripts/build/loader.cjs"), "utf8");
  writeFileSync(loader, `#!/usr/bin/env node\n${lines}`);
  chmodSync(loader, 0o755);
  // The first run stores its compiled code; later starts need not compile it again.
  outputOf(process.execPath, [loader, "--version"], {
    env: { ...process.env, KESTREL_WRITE_CODE_CACHE: "1" },
  });
  if (!(await warmUp(loader))) say("the program's first run failed; it will start somewhat slower");
}
