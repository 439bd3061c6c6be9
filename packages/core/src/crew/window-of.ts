import type { CrewMember } from "../ports/crew.ts";

/** Taken for a window that nobody knows: what the smallest of those in use have. Tokens. */
const unknown = 4_096;

/** What a member can read and write at once. Rejects where its server cannot be asked. */
export async function windowOf({ backend }: CrewMember): Promise<number> {
  return (await backend.facts()).window ?? unknown;
}
