import { type Endpoint, KestrelError } from "@kestrel/core";

/** Where a server's routes are. `api` is its OpenAI-compatible part, `root` everything else. Both without a final slash. */
export type ServerAddress = {
  root: string;
  api: string;
  headers: Readonly<Record<string, string>>;
  /** Takes the key out of a text that is going to be shown. */
  conceal(text: string): string;
};

/** Reads an endpoint's URL: with or without `/v1` (or another version) at its end. Throws `config_invalid` when it is none. */
export function serverAddress(endpoint: Endpoint): ServerAddress {
  const url = parseUrl(endpoint.url);
  const path = url.pathname.replace(/\/+$/, "");
  const versioned = /\/v\d+$/.exec(path);
  const root = url.origin + (versioned ? path.slice(0, versioned.index) : path);
  const key = endpoint.apiKey;
  return {
    root,
    api: versioned ? url.origin + path : `${root}/v1`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    conceal: (text) => (key ? text.replaceAll(key, "…") : text),
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new KestrelError("config_invalid", `not an http address: ${text}`, { url: text });
  }
  return url;
}
