import type { Assessment } from "@kestrel/core";

/** Looking asks nothing: where it must not look, running it answers with a refusal. */
export async function assessRead(): Promise<Assessment> {
  return { risk: "read", reasons: ["reads_workspace"] };
}
