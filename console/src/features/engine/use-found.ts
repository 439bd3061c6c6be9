import type { DiscoveredServer, Discovery, ModelOnDisk } from "@kestrel/protocol/api";
import { useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";

/** Models and servers found on this machine. `models` counts those on disk that can be loaded. */
export type Found = {
  servers: readonly DiscoveredServer[];
  engine: Discovery["engine"];
  models: number;
};

/** Searches this machine, again when `key` changes and on request. Undefined until the first result. */
export function useFound(key: string): { found?: Found; lookAgain: () => void } {
  const store = useConsoleStore();
  const [times, setTimes] = useState(0);
  const { value } = useAnswer(`${key} ${times}`, async (): Promise<Found> => {
    const [{ servers, engine }, { models }] = await Promise.all([
      store.client.call("discovery"),
      store.client.call("listModels"),
    ]);
    return { servers, engine, models: models.filter(isOwn).length };
  });
  return { found: value, lookAgain: () => setTimes((before) => before + 1) };
}

/** kestrel-nano is part of Kestrel and does not count as found. */
const isOwn = ({ damaged, place }: ModelOnDisk) => damaged === undefined && place !== "kestrel";
