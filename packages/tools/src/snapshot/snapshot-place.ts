import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { Bounds } from "../place/confined-path.ts";
import { smallText } from "../place/small-text.ts";
import { commandEnvironment } from "../shell/command-environment.ts";

/** A repository in Kestrel's data folder. The user's repository is never written, and its settings are not read. */
export type SnapshotPlace = {
  /** The repository: index, objects and settings. */
  folder: string;
  /** Real path of the workspace; all names are relative to it. */
  workspace: string;
  environment: Readonly<Record<string, string>>;
};

/** No external programs, byte conversion or background work. One file per snapshot: 20,000 files take four times as long. */
const settings = `[core]
	repositoryformatversion = 0
	bare = false
	fileMode = true
	symlinks = true
	ignoreCase = false
	precomposeUnicode = false
	autocrlf = false
	fsmonitor = false
	untrackedCache = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
	logAllRefUpdates = false
	compression = 1
	bigFileThreshold = 1
	fsync = none
[gc]
	auto = 0
`;

/** Overrides every .gitattributes of the workspace: bytes are stored unchanged. */
const attributes = "* -text -eol -crlf -ident -filter -working-tree-encoding -diff -merge\n";

/** Bytes read of the user's own exclusions. */
const mostExcludes = 64 * 1024;

/** Creates an empty repository in `folder`; deletes its earlier content. */
export async function makeSnapshotPlace(
  folder: string,
  bounds: Bounds,
  from: Readonly<Record<string, string | undefined>>,
): Promise<SnapshotPlace> {
  const { root: workspace } = bounds;
  const root = await rootAbove(workspace);
  await rm(folder, { recursive: true, force: true });
  for (const part of ["objects", "refs", "info"])
    await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
  const put = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
  await put("HEAD", "ref: refs/heads/none\n");
  await put("config", settings);
  await put(join("info", "attributes"), attributes);
  await put(join("info", "exclude"), `${await ownExcludes(root)}\n${closedIn(root, bounds)}`);
  const { PATH = "" } = commandEnvironment(from, root);
  const environment = {
    ...{ PATH, HOME: folder, LC_ALL: "C", GIT_DIR: folder, GIT_WORK_TREE: root },
    ...{ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_SYSTEM: "/dev/null", GIT_CONFIG_GLOBAL: "/dev/null" },
    ...{ GIT_ATTR_NOSYSTEM: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_LITERAL_PATHSPECS: "1" },
    ...{ GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" },
  };
  return { folder, workspace, environment };
}

/** The root of the work tree, for its .gitignore files; the workspace itself without one. */
async function rootAbove(workspace: string): Promise<string> {
  for (let at = workspace; ; at = dirname(at)) {
    if (await lstat(join(at, ".git")).catch(absent)) return at;
    if (dirname(at) === at) return workspace;
  }
}

/** The user's exclusions for this repository alone (`info/exclude`). */
async function ownExcludes(root: string): Promise<string> {
  return (await smallText(join(root, ".git", "info", "exclude"), mostExcludes)) ?? "";
}

/** Excludes Kestrel's own folders from the walk. */
function closedIn(root: string, { closed }: Bounds): string {
  return closed
    .filter((folder) => folder !== root && isInside({ path: folder, folder: root }))
    .map(
      (folder) =>
        `/${relative(root, folder)
          .split(sep)
          .join("/")
          .replace(/[\\*?[\]! #]/g, "\\$&")}/\n`,
    )
    .join("");
}
