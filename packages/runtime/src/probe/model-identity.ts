import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import type { Endpoint } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { familyOf } from "@kestrel/tool-calls/families";
import { chatTemplate, readGgufHeader } from "../models/gguf-header.ts";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field, list, text } from "../servers/json-fields.ts";
import { saidAtConnect } from "../servers/said-at-connect.ts";

/** The key of a profile: another build, model, template or size, if the server reports it, has another profile. */
export type ModelIdentity = { server: string; model: string; template: string; size?: number };

/**
 * Asks the server for its kind, its loaded model, the tool-call family of its template, and the tokens per conversation, if reported.
 * `source`: where the model comes from, for a template in its file.
 */
export async function askIdentity(
  endpoint: Endpoint,
  source?: string,
): Promise<{ identity: ModelIdentity; window: number | undefined; grammar: string | undefined }> {
  const ask = (path: string) => askServer(rootOf(endpoint) + path, { apiKey: endpoint.apiKey });
  const answers = async () => {
    const [props, models] = await Promise.all([ask("/props"), ask("/v1/models")]);
    return { props: readJson(props), models: readJson(models) };
  };
  const { props: plain, models } = saidAtConnect(endpoint) ?? (await answers());
  const props = text(plain, "role") === "router" ? readJson(await ask(propsInRouter(endpoint))) : plain;
  const template = text(props, "chat_template");
  const named = endpoint.label ?? endpoint.model ?? text(props, "model_alias") ?? text(props, "model_path");
  const window = field(field(props, "default_generation_settings"), "n_ctx");
  const identity = {
    server: [endpoint.kind, text(props, "build_info")].filter(Boolean).join(" "),
    model: baseName(named ?? "unknown"),
    template: template === undefined ? "" : createHash("sha256").update(template).digest("hex").slice(0, 12),
    size: sizeOf(models),
  };
  return {
    identity,
    grammar: familyOf(template ?? "") ?? (await grammarElsewhere(endpoint, source)),
    window: typeof window === "number" && window > 0 ? window : undefined,
  };
}

/** The family by templates that the server's properties do not include: Ollama's own, and the one in a model's file. */
async function grammarElsewhere(
  { kind, model, apiKey, ...endpoint }: Endpoint,
  source: string | undefined,
): Promise<string | undefined> {
  if (kind === "ollama" && model !== undefined) {
    const url = `${rootOf({ kind, ...endpoint })}/api/show`;
    const shown = readJson(await askServer(url, { apiKey, body: { model } }));
    const templates = [text(shown, "template"), text(field(shown, "model_info"), chatTemplate)];
    return templates.map((template) => familyOf(template ?? "")).find((family) => family !== undefined);
  }
  if (source === undefined || !isAbsolute(source) || !/\.gguf$/i.test(source)) return undefined;
  const header = await readGgufHeader(source).catch(passOver("reading a model's template"));
  const template = header?.metadata.get(chatTemplate);
  return typeof template === "string" ? familyOf(template) : undefined;
}

/** Otherwise a router would load a model to report its properties. */
const propsInRouter = ({ model = "" }: Endpoint) =>
  `/props?model=${encodeURIComponent(model)}&autoload=false`;

/** The size of the one loaded model; a server with several does not say which one it counted. */
function sizeOf(models: unknown): number | undefined {
  const [model, ...others] = list(models, "data");
  const size = field(field(model, "meta"), "size");
  const one = others.length === 0 && typeof size === "number";
  return one && Number.isSafeInteger(size) && size > 0 ? size : undefined;
}

export function rootOf({ url }: Endpoint): string {
  return url.replace(/\/+$/, "").replace(/\/v1$/, "");
}

const baseName = (name: string) => name.split(/[/\\]/).at(-1) ?? name;
