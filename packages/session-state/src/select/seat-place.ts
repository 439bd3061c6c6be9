import type { LoadoutModel } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";

/** How Ollama calls a model that its server here has somebody's cloud answer for. */
const inTheCloud = /[-:]cloud$/;

/** Of a seat whose model is not on this machine: its address, or the server here with the name that leads away. `key`: the variable whose value it is sent as its key. */
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
