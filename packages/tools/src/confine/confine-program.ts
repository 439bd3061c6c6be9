import { homedir } from "node:os";
import type { Confinement, Sandbox } from "@kestrel/core";
import { homeSecrets } from "./home-secrets.ts";

type Around = {
  sandbox: Sandbox;
  closedFolders: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
};

/**
 * What a program that the user wants in the sandbox may do, such as an MCP server: it writes in `folder` alone and in a `/tmp` of its
 * own, sees no keys and nothing of Kestrel's, and reaches the network only where that is said. Undefined where there is no sandbox.
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
