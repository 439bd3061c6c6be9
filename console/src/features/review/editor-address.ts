import { isLoopback } from "@kestrel/text";
import type { Editor } from "../../preferences/preferences.tsx";

/** The documented address of each editor for opening a file. */
const addresses: Record<Editor, (path: string, line: number) => string> = {
  vscode: (path: string, line: number) => `vscode://file${path}:${line}`,
  vscodium: (path: string, line: number) => `vscodium://file${path}:${line}`,
  cursor: (path: string, line: number) => `cursor://file${path}:${line}`,
  zed: (path: string, line: number) => `zed://file${path}:${line}`,
  idea: (path: string, line: number) => `idea://open?file=${path}&line=${line}`,
};

const isAbsolute = /^(?:[/\\]|[a-z]:[/\\])/i;

/** The address that opens a file of a session in an editor; undefined when the page comes from another machine. */
export function editorAddress(
  editor: Editor,
  { workspace, path, line }: { workspace: string; path: string; line: number },
  origin: string,
): string | undefined {
  if (!isLoopback(origin)) return undefined;
  // A file outside the workspace, in a folder of `permission.roots`, has its full path.
  const full = (isAbsolute.test(path) ? path : `${workspace}/${path}`).replaceAll("\\", "/");
  const rooted = full.startsWith("/") ? full : `/${full}`;
  return addresses[editor](rooted.split("/").map(encodeURIComponent).join("/").replace("%3A", ":"), line);
}
