import type { SayAny } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import type { MemoryRow, MemoryState } from "@kestrel/protocol/api";
import { forgotten } from "@kestrel/server/client";
import { pinsWithoutRoom } from "@kestrel/session-state/memories";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";

type Known = { state: MemoryState; rows: MemoryRow[] };

/** All facts and their actions; reloaded after each change. `said`: the result of a deletion. */
export function useFacts() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const [times, setTimes] = useState(0);
  const { value, failure } = useAnswer<Known>(`${times}`, () =>
    client.call("listMemory", { body: { all: true } }),
  );
  const [refused, setRefused] = useState<Failure>();
  const [said, setSaid] = useState("");
  const doing = async (work: () => Promise<unknown>) => {
    setRefused(undefined);
    try {
      await work();
      setTimes((before) => before + 1);
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
  };
  const remove = (id: string) =>
    doing(async () => {
      const answer = await forgotten(client, id);
      setSaid(answer.said.map(({ key, values }) => (t as SayAny)(key, values)).join(" "));
    });
  /** From the memory of other tools. */
  const offer = () =>
    doing(async () => {
      const { files } = await client.call("offerMemory", { body: {} });
      const told = files.map(({ file, facts: count }) => t("memory.offered", { file, count }));
      setSaid(told.length === 0 ? t("memory.offered.none") : told.join(" "));
    });
  const change = (body: { id: string; content?: string; pinned?: boolean; accept?: true }) =>
    doing(() => client.call("changeMemory", { body }));
  const withoutRoom = pinsWithoutRoom(value?.rows ?? []);
  return { client, value, withoutRoom, failure: refused ?? failure, said, doing, change, remove, offer };
}
