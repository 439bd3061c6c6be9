import type { SayAny } from "@kestrel/i18n";
import type { MemoryRow } from "@kestrel/protocol/api";
import type { MemoryAnswer } from "@kestrel/server/client";
import { shortIdsOf, shownId, sourceKey } from "@kestrel/session-state/memories";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** A fact as a line, and one with where it is from and how often it was used. */
export function factLines(rows: readonly MemoryRow[], say: Say, shortId = shortIdsOf(rows)): string[] {
  return rows.flatMap((row) => {
    const { id, content, createdAt, workspace, session, uses, pinned } = row;
    const facts = [
      createdAt.slice(0, 10),
      (say as SayAny)(sourceKey(row), { file: visibleName(row.file ?? "") }),
      ...(session === undefined ? [] : [session]),
      workspace === undefined ? say("memory.everywhere") : visibleName(workspace),
      ...(pinned ? [say("memory.pinned")] : []),
      ...(uses > 0 ? [say("memory.uses", { count: uses })] : []),
    ];
    return [`${shortId(id)}  ${visibleName(content)}`, `${" ".repeat(shownId)}  ${facts.join(" · ")}`];
  });
}

/** What a command about memory came to. */
export function memoryLines({ said, rows, after = [], shortId }: MemoryAnswer, say: Say): string[] {
  const sentences = (all: MemoryAnswer["said"]) =>
    all.map(({ key, values }) => (say as SayAny)(key, values && visibleValues(values)));
  return [...sentences(said), ...factLines(rows, say, shortId), ...sentences(after)];
}

function visibleValues(values: Readonly<Record<string, string | number>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? visibleName(value) : value,
    ]),
  );
}
