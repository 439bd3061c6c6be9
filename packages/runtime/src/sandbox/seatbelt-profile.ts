import { dirname } from "node:path";
import type { Confinement } from "@kestrel/core";

/**
 * The profile for macOS's `sandbox-exec`: written by its published policies, not covered by Kestrel's tests. Later rules win. A sealed
 * path is denied for writing and unlinking, and so is each folder above it up to the writable one: renaming a parent would lift the seal.
 */
export function seatbeltProfile(
  { network, writable, readOnly, sealed, hidden, readable = [] }: Confinement,
  temporary: string,
): string {
  const above = sealed.flatMap(({ path }) => foldersAbove(path, writable));
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.notification_center"))',
    "(allow file-read*)",
    '(allow file-ioctl (literal "/dev/null") (literal "/dev/tty"))',
    rule("allow", "file-write*", [...(readOnly ? [] : writable), temporary]),
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
    rule(
      "deny",
      "file-write* file-write-unlink",
      sealed.map(({ path }) => path),
    ),
    above.length === 0
      ? ""
      : `(deny file-write-unlink ${above.map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    rule("deny", "file-read* file-write*", hidden),
    // Programs that resolve a path need its metadata.
    rule("allow", "file-read-metadata", hidden),
    rule("allow", "file-read*", readable),
    network ? "(allow network*)" : "(deny network*)",
  ]
    .filter(Boolean)
    .join("\n");
}

function rule(verdict: "allow" | "deny", operations: string, paths: readonly string[]): string {
  if (paths.length === 0) return "";
  return `(${verdict} ${operations} ${paths.map((path) => `(subpath ${quoted(path)})`).join(" ")})`;
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function foldersAbove(path: string, writable: readonly string[]): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    folders.push(at);
    if (writable.includes(at)) break;
  }
  return folders;
}
