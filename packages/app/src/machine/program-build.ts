import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "./version.ts";

/** Names this build: its version, and when its file was written. The places of a stack are places in that file. */
export function programBuild(): string {
  const { mtimeMs } = statSync(fileURLToPath(import.meta.url));
  return `${version} ${Math.round(mtimeMs).toString(36)}`;
}

/** Whether a build, as `programBuild` names it, is older than this one. Undefined stands for builds that did not report one yet. */
export function isOlderBuild(build: string | undefined, own = programBuild()): boolean {
  const [theirs, ours] = [partsOf(build ?? "0"), partsOf(own)];
  const at = ours.findIndex((part, index) => part !== (theirs[index] ?? 0));
  return at >= 0 && (theirs[at] ?? 0) < (ours[at] ?? 0);
}

/** The numbers of the version, and then the time. */
function partsOf(build: string): number[] {
  const [numbers = "", time = ""] = build.split(" ");
  return [...numbers.split(/[.-]/).slice(0, 3).map(Number), Number.parseInt(time, 36) || 0];
}
