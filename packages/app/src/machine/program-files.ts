import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the files that are not code are: beside the built program, or in the sources when run from them. */
export type ProgramFiles = {
  supervisor: string;
  /** The bundle of the thread that parses and compares; from the sources, the one that was built last. */
  textWorker: string;
  /** The bundle of the thread that connects to an MCP server, with the library in it; likewise. */
  mcpLink: string;
  /** The bundle of the thread that makes web pages readable; likewise. */
  pageReader: string;
  /** The bundle of the thread that connects to channels; likewise. */
  channels: string;
  /** The program of a plugin's thread. */
  pluginThread: string;
  /** Absent when the console was not built. */
  console?: string;
  /** kestrel-nano, the model for users without another. Absent when it was not built. */
  nanoModel?: string;
  /** Loadouts to begin with; absent where they were not installed. */
  loadouts?: string;
};

let found: ProgramFiles | undefined;

/** The pieces, looked for once. */
export function programFiles(): ProgramFiles {
  found ??= find();
  return found;
}

/** `import.meta.dirname` is `dist/` in the built program and this folder in the sources. */
function find(): ProgramFiles {
  const here = import.meta.dirname;
  const built = existsSync(join(here, "supervisor.cjs"));
  const root = built ? join(here, "..") : join(here, "../../../..");
  const supervisor = built
    ? join(here, "supervisor.cjs")
    : join(root, "packages/runtime/src/supervisor/supervisor.cjs");
  const console = join(root, "console/dist");
  const loadouts = join(root, "loadouts");
  const nanoModel = join(root, "dist/models/kestrel-nano.gguf");
  return {
    supervisor,
    pluginThread: built
      ? join(here, "plugin-program.cjs")
      : join(root, "packages/tools/src/hooks/plugin-program.cjs"),
    textWorker: join(root, "dist/text-worker.cjs"),
    mcpLink: join(root, "dist/mcp-link.cjs"),
    pageReader: join(root, "dist/page-reader.cjs"),
    channels: join(root, "dist/channels.cjs"),
    ...(existsSync(join(console, "index.html")) && { console }),
    ...(existsSync(nanoModel) && { nanoModel }),
    ...(existsSync(loadouts) && { loadouts }),
  };
}
