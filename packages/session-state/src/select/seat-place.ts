import type { LoadoutModel } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";

/** The suffix of Ollama's models that the local server forwards to a cloud. */
const inTheCloud = /[-:]cloud$/;

/**
 * Where a model's text is sent. `elsewhere`: the address of a model that is not on this machine, or the local server with the name of a
 * cloud model. `key`: the environment variable whose value is sent as the API key.
 */
export function seatPlace({ url, host, name, api_key_env: variable }: LoadoutModel): {
  elsewhere?: string;
  key?: string;
} {
  const elsewhere = typeof url === "string" && !isLoopback(url) ? url : throughServer(url ?? host, name);
  return {
    ...(elsewhere !== undefined && { elsewhere }),
    ...(typeof variable === "string" && { key: variable }),
  };
}

function throughServer(server: unknown, name: unknown): string | undefined {
  if (server === undefined || typeof name !== "string" || !inTheCloud.test(name)) return undefined;
  return `${String(server)} (${name})`;
}
