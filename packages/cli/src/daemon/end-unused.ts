import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { failureOf } from "../failure-of.ts";
import { untilEnded } from "./until-ended.ts";

/** Ends an unused daemon in the background. Resolves when it has released its data folder. Returns false when it stays. */
export async function endUnused({ client, pid, background }: RunningDaemon): Promise<boolean> {
  if (!background) return false;
  try {
    const { stopping } = await client.call("stopDaemon", { body: { ifUnused: true } });
    if (!stopping) return false;
  } catch (error) {
    // It is already ending.
    if (failureOf(error).code !== "daemon_unreachable") throw error;
  }
  await untilEnded(pid);
  return true;
}
