import type { Endpoint } from "@kestrel/core";
import type { ModelProfile } from "@kestrel/protocol";
import { askIdentity } from "./model-identity.ts";
import type { ProfileFolder } from "./model-knowledge.ts";

/**
 * How the model at an address is given its tools, as far as its stored profile says. The server is asked who it is and
 * nothing else; nothing is generated. Never rejects.
 */
export async function toolsInProfile(
  endpoint: Endpoint,
  profiles: Pick<ProfileFolder, "read">,
  source: string | undefined,
): Promise<Pick<ModelProfile, "tools" | "tools_dialect">> {
  try {
    const { identity } = await askIdentity(endpoint);
    const { tools, tools_dialect } = (await profiles.read({ ...identity, source })) ?? {};
    return { tools, tools_dialect };
  } catch {
    return {};
  }
}
