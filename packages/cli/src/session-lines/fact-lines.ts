import type { SayAny } from "@kestrel/i18n";
import type { MemoryRow } from "@kestrel/protocol/api";
import type { MemoryAnswer } from "@kestrel/server/client";
import { pinsWithoutRoom, shortIdsOf, shownId, sourceKey } from "@kestrel/session-state/memories";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** A line for each fact, and one with its source and use count. `all`: every stored fact. */
export function factLines(rows: readonly MemoryRow[], say: Say, all = rows): string[] {
  const shortId = shortIdsOf(all);
  const withoutRoom = pinsWithoutRoom(all);
  const indent = " ".repeat(shownId + 2);
  return rows.flatMap((row) => {
    const { id, content, createdAt, workspace, session, uses, pinned, previous } = row;
    const facts = [
      createdAt.slice(0, 10),
      (say as SayAny)(sourceKey(row), { file: visibleName(row.file ?? "") }),
      ...(session === undefined ? [] : [session]),
      workspace === undefined ? say("memory.everywhere") : visibleName(workspace),
      ...(pinned ? [say("memory.pinned")] : []),
      ...(uses > 0 ? [say("memory.uses", { count: uses })] : []),
    ];
    return [
      `${shortId(id)}  ${visibleName(content)}`,
      `${indent}${facts.join(" · ")}`,
      ...(previous === undefined ? [] : [indent + say("memory.before", { content: visibleName(previous) })]),
      ...(withoutRoom.has(id) ? [indent + say("memory.noRoom")] : []),
    ];
  });
}

/** The result of a memory command. */
export function memoryLines({ said, rows, after = [], all }: MemoryAnswer, say: Say): string[] {
  const sentences = (list: MemoryAnswer["said"]) =>
    list.map(({ key, values }) => (say as SayAny)(key, values && visibleValues(values)));
  return [...sentences(said), ...factLines(rows, say, all), ...sentences(after)];
}

function visibleValues(values: Readonly<Record<string, string | number>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? visibleName(value) : value,
    ]),
  );
}
