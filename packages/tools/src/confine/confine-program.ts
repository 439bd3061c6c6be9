import { homedir } from "node:os";
import type { Confinement, Sandbox } from "@kestrel/core";
import { homeSecrets } from "./home-secrets.ts";

type Around = {
  sandbox: Sandbox;
  closedFolders: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
};

/**
 * Sandbox of a program that the user wants confined, such as an MCP server: it writes only in `folder` and in its own `/tmp`, sees no
 * keys or Kestrel data, and has network only if `network` is set. Undefined without a sandbox.
 */
export async function confineProgram(
  { sandbox, closedFolders, environment }: Around,
  { folder, network }: { folder: string | undefined; network: boolean },
): Promise<Confinement | undefined> {
  if ((await sandbox.status()).state !== "active") return undefined;
  return {
    network,
    writable: folder === undefined ? [] : [folder],
    sealed: [],
    hidden: [...closedFolders, ...(await homeSecrets(environment.HOME ?? homedir()))],
  };
}
