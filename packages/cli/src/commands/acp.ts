import { serveAcp } from "../acp/serve-acp.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel acp`: an agent that an editor starts and talks to over ACP. */
export async function acp({ flags, say }: CommandInput): Promise<ExitCode> {
  await serveAcp({ flags, say });
  return exitCodes.done;
}
