import type { Endpoint } from "@kestrel/core";

/** A server's answers to `/props` and `/v1/models`, as JSON; undefined for a missing route. */
export type Said = { props: unknown; models: unknown };

/** Milliseconds for which the answers are valid; later the server may have another model. */
const momentMs = 2_000;

const heard = new WeakMap<Endpoint, { said: Said; at: number }>();

/** The same endpoint, with its server's answers cached for that time. */
export function withSaid(endpoint: Endpoint, said: Said): Endpoint {
  heard.set(endpoint, { said, at: performance.now() });
  return endpoint;
}

/** The cached answers of the server; undefined after they expired. */
export function saidAtConnect(endpoint: Endpoint): Said | undefined {
  const kept = heard.get(endpoint);
  return kept && performance.now() - kept.at < momentMs ? kept.said : undefined;
}
