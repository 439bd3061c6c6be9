import type { Endpoint } from "@kestrel/core";
import type { ModelProfile } from "@kestrel/protocol/api";
import { askIdentity } from "./model-identity.ts";
import type { ProfileFolder } from "./model-knowledge.ts";

/**
 * How the model at an address is given its tools and how its words are drawn, as far as its stored profile says. The server is asked who it is and
 * nothing else; nothing is generated. Never rejects.
 */
export async function wishesInProfile(
  endpoint: Endpoint,
  profiles: Pick<ProfileFolder, "read">,
  source: string | undefined,
): Promise<Pick<ModelProfile, "tools" | "tools_dialect" | "sampling">> {
  try {
    const { identity } = await askIdentity(endpoint);
    const { tools, tools_dialect, sampling } = (await profiles.read({ ...identity, source })) ?? {};
    return { tools, tools_dialect, sampling };
  } catch {
    return {};
  }
}
