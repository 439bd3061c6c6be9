import { delimiter, isAbsolute, resolve } from "node:path";
import { isInside } from "@kestrel/core";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables passed to a command. Everything else is removed: keys, tokens, and settings that change how programs start. */
const inherited = ["HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR"];

/** Commands have no interactive terminal, so pagers, prompts and colours are turned off. */
const fixed: Readonly<Record<string, string>> = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  DEBIAN_FRONTEND: "noninteractive",
};

const usualPath = "/usr/local/bin:/usr/bin:/bin";

/** The whole environment of a command. Programs of the workspace are not found by bare name. */
export function commandEnvironment(from: Environment, workspace: string): Record<string, string> {
  const environment: Record<string, string> = { LANG: "C.UTF-8" };
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && (inherited.includes(name) || /^LC_[A-Z]+$/.test(name)))
      environment[name] = value;
  }
  return { ...environment, ...fixed, PATH: safePath(from.PATH ?? "", workspace) };
}

function safePath(path: string, workspace: string): string {
  const folders = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside({ path: resolve(folder), folder: workspace }));
  return folders.join(delimiter) || usualPath;
}
