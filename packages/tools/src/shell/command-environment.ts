import { delimiter, isAbsolute, resolve } from "node:path";
import { isInside } from "@kestrel/core";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a command may know of the user's environment. Everything else stays out: keys, tokens, and what changes how programs start. */
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

/** The whole environment of a command. A program that the workspace brings is not found by its bare name. */
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
