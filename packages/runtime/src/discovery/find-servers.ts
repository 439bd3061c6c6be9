import type { DiscoveredServer } from "@kestrel/protocol/api";
import { usableModel } from "../servers/choose-model.ts";
import { identifyServer } from "../servers/identify-server.ts";

/** A model server that runs on this machine; `closed` when it wants a key. */
export type FoundServer = DiscoveredServer;

/** llama-server (8080 of old, 9931 now), LM Studio, Ollama, Jan, KoboldCpp. */
export const usualPorts: readonly number[] = [8080, 9931, 1234, 11434, 1337, 5001];

/** One that runs on this machine answers in a few milliseconds, on a busy one in some hundred; a port that swallows requests must not hold up the rest. */
const patienceMs = 900;

/** The model servers on the usual loopback ports, all asked at once; `model` is what would be used there unnamed. */
export async function findServers(ports: readonly number[] = usualPorts): Promise<FoundServer[]> {
  const answers = await Promise.all(
    ports.map(async (port): Promise<FoundServer | undefined> => {
      const url = `http://127.0.0.1:${port}`;
      const found = await identifyServer(url, { patienceMs });
      if ("models" in found) return { url, kind: found.kind, model: usableModel(found.models) };
      return found.kind === "closed" ? { url, kind: found.kind } : undefined;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
