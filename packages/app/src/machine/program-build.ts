import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "./version.ts";

/** Names this build: its version, and when its file was written. The places of a stack are places in that file. */
export function programBuild(): string {
  const { mtimeMs } = statSync(fileURLToPath(import.meta.url));
  return `${version} ${Math.round(mtimeMs).toString(36)}`;
}
