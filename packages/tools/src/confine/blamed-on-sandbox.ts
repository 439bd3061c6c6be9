import type { ConfinementPlan } from "./plan-confinement.ts";

const noNetwork =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|Connection refused|Couldn't connect to server|Could not resolve host|Temporary failure in name resolution|Network is unreachable|Cannot connect to the Docker daemon|Name or service not known/i;
/** A sealed file cannot be renamed over: "Device or resource busy". */
const readOnly = /Read-only file system|EROFS|could not write config file .*: Device or resource busy/i;

/** UTF-16 units at the end of an output that are searched for the reason. */
const lookedAt = 8_000;

/** What a failed command lacked in the sandbox, by its output; undefined when the sandbox was not the cause or not used. */
export function blamedOnSandbox(
  plan: ConfinementPlan,
  output: string,
): "no network" | "read-only" | undefined {
  // A read-only command needs neither; it may print such text.
  if (plan.kind !== "inside" || plan.confinement.readOnly) return undefined;
  const end = output.slice(-lookedAt);
  if (!plan.confinement.network && noNetwork.test(end)) return "no network";
  return readOnly.test(end) ? "read-only" : undefined;
}
