import { createHash } from "node:crypto";
import type { Endpoint } from "@kestrel/core";
import { askServer, readJson } from "../engine/ask-server.ts";
import { field, text } from "../engine/identify-server.ts";

/** What a profile belongs to: another build, model or template is another profile. */
export type ModelIdentity = { server: string; model: string; template: string };

/** Asks the server what it is, what it has loaded, and how many tokens one conversation has where it tells. */
export async function askIdentity(
  endpoint: Endpoint,
): Promise<{ identity: ModelIdentity; window: number | undefined }> {
  const props = readJson(await askServer(`${rootOf(endpoint)}/props`, { apiKey: endpoint.apiKey }));
  const template = text(props, "chat_template");
  const named = endpoint.label ?? endpoint.model ?? text(props, "model_alias") ?? text(props, "model_path");
  const window = field(field(props, "default_generation_settings"), "n_ctx");
  const identity = {
    server: [endpoint.kind, text(props, "build_info")].filter(Boolean).join(" "),
    model: baseName(named ?? "unknown"),
    template: template === undefined ? "" : createHash("sha256").update(template).digest("hex").slice(0, 12),
  };
  return { identity, window: typeof window === "number" && window > 0 ? window : undefined };
}

export function rootOf({ url }: Endpoint): string {
  return url.replace(/\/+$/, "").replace(/\/v1$/, "");
}

const baseName = (name: string) => name.split(/[/\\]/).at(-1) ?? name;
