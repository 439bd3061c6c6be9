import type { Endpoint } from "@kestrel/core";
import { reportUnexpected } from "@kestrel/diagnostics";
import type { ModelProfile } from "@kestrel/protocol/api";
import { askIdentity } from "./model-identity.ts";
import type { ProfileFolder } from "./model-knowledge.ts";

/**
 * The stored profile of the model at an address, or its identity without one; undefined when the server does not identify itself. Only the
 * identity is requested; nothing is generated. Never rejects.
 */
export async function storedProfile(
  endpoint: Endpoint,
  profiles: Pick<ProfileFolder, "read">,
  source: string | undefined,
): Promise<ModelProfile | undefined> {
  try {
    const { identity } = await askIdentity(endpoint);
    return (await profiles.read({ ...identity, source })) ?? identity;
  } catch (error) {
    reportUnexpected("reading a profile", error);
    // A server that does not identify itself has no profile yet.
    return undefined;
  }
}
