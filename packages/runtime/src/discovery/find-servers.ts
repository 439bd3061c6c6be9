import type { Endpoint } from "@kestrel/core";
import { identifyServer } from "../engine/identify-server.ts";

/** A model server that runs on this machine; `closed` when it wants a key. */
export type FoundServer = { url: string; kind: Endpoint["kind"] | "closed"; model?: string };

/** llama-server (8080 of old, 9931 now), LM Studio, Ollama, Jan, KoboldCpp. */
export const usualPorts: readonly number[] = [8080, 9931, 1234, 11434, 1337, 5001];

/** One that runs on this machine answers in a few milliseconds; a port that swallows requests must not hold up the rest. */
const patienceMs = 400;

/** The model servers on the usual loopback ports, all asked at once. */
export async function findServers(ports: readonly number[] = usualPorts): Promise<FoundServer[]> {
  const answers = await Promise.all(
    ports.map(async (port) => {
      const url = `http://127.0.0.1:${port}`;
      const found = await identifyServer(url, { patienceMs });
      if (!found) return undefined;
      return found.kind === "closed"
        ? { url, kind: found.kind }
        : { url, kind: found.kind, model: found.model };
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
