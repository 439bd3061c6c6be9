import type { DiscoveredServer } from "@kestrel/protocol/api";
import { usableModel } from "../servers/choose-model.ts";
import { identifyServer } from "../servers/identify-server.ts";

/** A model server on this machine; `closed` when it requires a key. */
export type FoundServer = DiscoveredServer;

/** llama-server (formerly 8080, now 9931), LM Studio, Ollama, Jan, KoboldCpp. */
const usualPorts: readonly number[] = [8080, 9931, 1234, 11434, 1337, 5001];

/** Milliseconds. A local server answers in a few, on a busy machine in some hundred; an unresponsive port must not delay the rest. */
const patienceMs = 900;

/** The model servers on the usual loopback ports, queried concurrently; `model` is the default there. */
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
