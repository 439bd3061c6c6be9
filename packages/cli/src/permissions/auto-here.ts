import { autoWithoutSandbox, type SayAny } from "@kestrel/i18n";
import type { Mode } from "@kestrel/protocol";
import type { DaemonClient } from "@kestrel/server/client";
import type { Say } from "../i18n/say.ts";

/** The actual effect of mode `auto` on this machine when it differs from the usual one; undefined otherwise. */
export async function autoHere(
  client: DaemonClient,
  mode: Mode | undefined,
  say: Say,
): Promise<string | undefined> {
  if (mode !== "auto") return undefined;
  const { sandbox } = await client.call("sandbox");
  return autoWithoutSandbox(sandbox, say as SayAny);
}
