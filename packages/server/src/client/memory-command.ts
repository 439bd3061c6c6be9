import type { SessionId } from "@kestrel/protocol";
import type { MemoryRemains, MemoryRow } from "@kestrel/protocol/api";
import { factsMeant, shownId } from "@kestrel/session-state/memories";
import type { DaemonClient } from "./daemon-client.ts";

/** A message that both clients have, by its key. */
type MemorySentence = {
  key:
    | `memory.${"remembered" | "corrected" | "forgotten" | "none" | "isOff" | "remains" | "plain"}`
    | "memory.ambiguous"
    | `memory.${"remember" | "edit"}.how`
    | `memory.forget.${"how" | "none" | "which"}`
    | `memory.used.${"how" | "none"}`
    | `memory.remains.${"removed" | "files" | "lines" | "copies"}`;
  values?: Readonly<Record<string, string | number>>;
};

/** A command's result: messages, then rows, then closing messages. `all`: every fact, for short ids in the rows. */
export type MemoryAnswer = {
  remains?: MemoryRemains;
  said: MemorySentence[];
  rows: readonly MemoryRow[];
  after?: MemorySentence[];
  all: readonly MemoryRow[];
};

/** `used`: the ids of facts in the last answer. `asked`: what the newest message asks to remember. */
type Place = {
  workspace?: string;
  session?: SessionId;
  used?: readonly string[];
  asked?: string | undefined;
};

const say = (...said: MemorySentence[]): MemoryAnswer => ({ said, rows: [], all: [] });

/**
 * Runs `/remember`, `/forget` and `/memory`, the same in every client. Only an id deletes something; other words list the matches. Rejects
 * with the daemon's refusal.
 */
export async function doMemoryCommand(
  client: DaemonClient,
  command: "remember" | "forget" | "memory",
  argument: string,
  { workspace, session, used = [], asked = "" }: Place,
): Promise<MemoryAnswer> {
  switch (command) {
    case "remember": {
      const [, here, given = ""] = /^(--here(?:\s+|$))?([\s\S]*)$/.exec(argument) ?? [];
      const words = given.trim() === "" ? asked : given;
      if (words === "") return say({ key: "memory.remember.how" });
      const { row } = await client.call("storeMemory", {
        body: { content: words, session, ...(here !== undefined && { workspace }) },
      });
      return say({ key: "memory.remembered", values: { content: row.content } });
    }
    case "forget": {
      if (argument === "") return say({ key: "memory.forget.how" });
      const { rows } = await client.call("listMemory", { body: { all: true } });
      const meant = factsMeant(rows, argument);
      const [only] = meant;
      if (!only) return say({ key: "memory.forget.none", values: { words: argument } });
      const isNamed = argument.length >= shownId && only.id.startsWith(argument);
      if (meant.length === 1 && isNamed) return forgotten(client, only.id);
      return { said: [{ key: "memory.forget.which" }], rows: meant, all: rows };
    }
    case "memory": {
      const [{ state, rows }, { rows: all }] = await Promise.all([
        client.call("listMemory", { body: { workspace } }),
        client.call("listMemory", { body: { all: true } }),
      ]);
      if (argument === "") {
        const after: MemorySentence[] = [
          ...(state.backend === "jsonl" ? [{ key: "memory.plain" as const }] : []),
          ...(state.on ? [] : [{ key: "memory.isOff" as const }]),
        ];
        return { said: rows.length === 0 && state.on ? [{ key: "memory.none" }] : [], rows, after, all };
      }
      if (argument === "used") {
        const those = rows.filter(({ id }) => used.includes(id));
        return those.length === 0
          ? say({ key: "memory.used.none" })
          : { said: [], rows: those, after: [{ key: "memory.used.how" }], all };
      }
      if (/^edit(?:\s+\S+)?$/.test(argument)) return say({ key: "memory.edit.how" });
      const [, what, named = "", content] = /^(accept|edit)\s+(\S+)(?:\s+(\S[\s\S]*))?$/.exec(argument) ?? [];
      if (what !== undefined && (what === "edit") === (content !== undefined)) {
        const [only, ...more] = rows.filter(({ id }) => id.startsWith(named));
        if (!only) return say({ key: "memory.forget.none", values: { words: named } });
        if (more.length > 0)
          return {
            said: [{ key: "memory.ambiguous", values: { id: named } }],
            ...{ rows: [only, ...more], all },
          };
        const change = content === undefined ? { accept: true as const } : { content };
        const { row } = await client.call("changeMemory", { body: { id: only.id, ...change } });
        const key = content === undefined ? "memory.remembered" : "memory.corrected";
        return say({ key, values: { content: row.content } });
      }
      const found = await client.call("recallMemory", { body: { words: argument, workspace } });
      const byWords = found.rows.length > 0 ? found.rows : factsMeant(rows, argument);
      const none = { key: "memory.forget.none", values: { words: argument } } as const;
      return { said: byWords.length === 0 ? [none] : [], rows: byWords, all };
    }
    default:
      return command satisfies never;
  }
}

/** Deletes a fact, and reports what still contains its words. */
export async function forgotten(client: DaemonClient, id: string): Promise<MemoryAnswer> {
  const { forgotten: row, remains } = await client.call("forgetMemory", { body: { id } });
  const { sessions, removed, files, erasedLines } = remains;
  const list = (key: MemorySentence["key"], all: readonly string[]): MemorySentence[] =>
    all.length === 0 ? [] : [{ key, values: { count: all.length, list: all.join(", ") } }];
  const said = say(
    { key: "memory.forgotten", values: { content: row.content } },
    ...(erasedLines > 0 ? [{ key: "memory.remains.lines" as const, values: { count: erasedLines } }] : []),
    ...list("memory.remains", sessions),
    ...list("memory.remains.removed", removed),
    ...list("memory.remains.files", files),
    { key: "memory.remains.copies" },
  );
  return { ...said, remains };
}
