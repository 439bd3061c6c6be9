import type { ModelChoices } from "@kestrel/protocol/api";
import { identifyServer } from "./identify-server.ts";

type ServerModels = ModelChoices["servers"][number] & { models: { name: string; remote?: true }[] };

/** Milliseconds; the user waits for the list. */
const patienceMs = 1_500;

/** The chat models of a server. The requests load nothing; never rejects. */
export async function listServer(url: string, apiKey?: string): Promise<ServerModels> {
  const root = url.replace(/\/+$/, "").replace(/\/v1$/, "");
  const found = URL.canParse(root)
    ? await identifyServer(root, { apiKey, patienceMs })
    : ({ kind: "absent" } as const);
  if ("models" in found) {
    const speaking = found.models.filter(({ mute }) => !mute);
    const models = speaking.map(({ name, remote }) => ({ name, ...(remote && { remote: true as const }) }));
    return { url, kind: found.kind, models };
  }
  const codes = {
    closed: "auth",
    loading: "busy",
    strange: "no_model_server",
    silent: "timeout",
    absent: "unreachable",
  } as const;
  return {
    url,
    ...(found.kind === "closed" && { kind: found.kind }),
    models: [],
    failure: { code: codes[found.kind], params: { url } },
  };
}
