import { createHash } from "node:crypto";
import type { Endpoint } from "@kestrel/core";
import { familyOf } from "@kestrel/tool-calls/families";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field, list, text } from "../servers/json-fields.ts";
import { saidAtConnect } from "../servers/said-at-connect.ts";

/** What a profile belongs to: another build, model, template or size, where the server tells it, is another profile. */
export type ModelIdentity = { server: string; model: string; template: string; size?: number };

/** Asks the server what it is, what it has loaded, which family's calls its template writes, and how many tokens one conversation has where it tells. */
export async function askIdentity(
  endpoint: Endpoint,
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
  const grammar = template === undefined ? undefined : familyOf(template);
  return { identity, grammar, window: typeof window === "number" && window > 0 ? window : undefined };
}

/** A router would otherwise load a model to tell its properties. */
const propsInRouter = ({ model = "" }: Endpoint) =>
  `/props?model=${encodeURIComponent(model)}&autoload=false`;

/** Of the one model that is loaded; a server of many does not say which one it counted. */
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
