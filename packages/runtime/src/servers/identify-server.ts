import type { Endpoint } from "@kestrel/core";
import { type NoAnswer, readJson, type ServerAnswer, tryServer } from "./ask-server.ts";
import { field, list, text } from "./json-fields.ts";
import type { OfferedModel } from "./offered-model.ts";
import { type Ask, readOffers } from "./read-offers.ts";
import type { Said } from "./said-at-connect.ts";

type ServerKind = Endpoint["kind"];

/** The server at an address, the models it lists, and its raw answers. */
export type Identified = { kind: ServerKind; models: readonly OfferedModel[]; said: Said };

/**
 * An answer that identifies no model server: `closed` requires a key, or another one; `loading` will answer when its model is loaded;
 * `strange` is another server; `silent` did not answer in time; `absent`: nothing listens.
 */
export type Unidentified = { kind: "closed" | "loading" | "strange" | "silent" | "absent" };

/**
 * Identifies a server by a route that only its kind has. A `kind` from the user is accepted when a server answers. The requests load no
 * model.
 */
export async function identifyServer(
  root: string,
  { apiKey, patienceMs = 2000, kind }: { apiKey?: string; patienceMs?: number; kind?: ServerKind } = {},
): Promise<Identified | Unidentified> {
  const answered = new Map<string, Promise<ServerAnswer | NoAnswer>>();
  const ask: Ask = (path, body) => {
    if (body !== undefined) return tryServer(root + path, { apiKey, patienceMs, body });
    const answer = answered.get(path) ?? tryServer(root + path, { apiKey, patienceMs });
    answered.set(path, answer);
    return answer;
  };
  const first = await Promise.all(llamaAndOpenai.map((path) => ask(path)));
  // These two identify a llama-server. Without any answer there is no server; otherwise the routes of other servers are tried.
  const settled = kindOf(first) === "llama-cpp" || first.every((answer) => typeof answer === "string");
  const answers = settled ? first : [...first, ...(await Promise.all(others.map((path) => ask(path))))];
  if (answers.every((answer) => answer === "absent")) return { kind: "absent" };
  if (answers.some(isLoading)) return { kind: "loading" };
  const [props, models] = answers;
  const found = kind ?? kindOf(answers);
  const offered = found && (await readOffers(found, ask));
  const unlocked = offered && offered.length > 0;
  if (!unlocked && [props, models].some(isClosed)) return { kind: "closed" };
  if (found && offered)
    return { kind: found, models: offered, said: { props: readJson(props), models: readJson(models) } };
  return { kind: answers.some((answer) => typeof answer === "object") ? "strange" : "silent" };
}

const llamaAndOpenai = ["/props", "/v1/models"];
const others = ["/api/version", "/api/v1/models", "/api/v0/models"];

function kindOf([props, models, ollama, studio, older]: readonly (ServerAnswer | NoAnswer)[]):
  | ServerKind
  | undefined {
  const told = readJson(props);
  if (field(told, "default_generation_settings") || text(told, "role") === "router") return "llama-cpp";
  if (text(readJson(ollama), "version") !== undefined) return "ollama";
  const current = list(readJson(studio), "models").some((model) => field(model, "loaded_instances"));
  const former = list(readJson(older), "data").some((model) => text(model, "state") !== undefined);
  if (current || former) return "lm-studio";
  return list(readJson(models), "data").length > 0 ? "openai" : undefined;
}

function isClosed(answer: ServerAnswer | NoAnswer | undefined): boolean {
  return typeof answer === "object" && (answer.status === 401 || answer.status === 403);
}

/** llama-server answers every route like this until it is ready, and so do gateways. */
function isLoading(answer: ServerAnswer | NoAnswer): boolean {
  return typeof answer === "object" && answer.status === 503 && /loading/i.test(answer.body.slice(0, 2000));
}
