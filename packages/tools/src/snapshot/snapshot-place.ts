import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { Bounds } from "../place/confined-path.ts";
import { smallText } from "../place/small-text.ts";
import { commandEnvironment } from "../shell/command-environment.ts";

/** Where snapshots of a workspace are kept: a repository of Kestrel's own, in its data folder. The user's is never written, and of it no setting is read. */
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

/** Stands above every .gitattributes of the workspace: bytes are kept as they are. */
const attributes = "* -text -eol -crlf -ident -filter -working-tree-encoding -diff -merge\n";

/** More of the user's own exclusions is not read. */
const mostExcludes = 64 * 1024;

/** Makes an empty repository in `folder`; whatever was there goes. */
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

/** The folder of the work tree, for what its .gitignore files leave out; the workspace itself where there is none. */
async function rootAbove(workspace: string): Promise<string> {
  for (let at = workspace; ; at = dirname(at)) {
    if (await lstat(join(at, ".git")).catch(absent)) return at;
    if (dirname(at) === at) return workspace;
  }
}

/** What the user leaves out in this repository alone. */
async function ownExcludes(root: string): Promise<string> {
  return (await smallText(join(root, ".git", "info", "exclude"), mostExcludes)) ?? "";
}

/** Kestrel's own folders are not even walked through. */
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
