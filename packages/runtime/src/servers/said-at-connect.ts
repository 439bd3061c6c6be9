import type { Endpoint } from "@kestrel/core";

/** What a server answered on `/props` and `/v1/models`, as JSON; undefined where it has no such route. */
export type Said = { props: unknown; models: unknown };

/** Who it was a moment ago it still is; later it may have another model. Milliseconds. */
const momentMs = 2_000;

const heard = new WeakMap<Endpoint, { said: Said; at: number }>();

/** The same endpoint. What its server said as it was looked for need not be asked again in that moment. */
export function withSaid(endpoint: Endpoint, said: Said): Endpoint {
  heard.set(endpoint, { said, at: performance.now() });
  return endpoint;
}

/** What the server said as it was looked for, for a moment; undefined from then on. */
export function saidAtConnect(endpoint: Endpoint): Said | undefined {
  const kept = heard.get(endpoint);
  return kept && performance.now() - kept.at < momentMs ? kept.said : undefined;
}
