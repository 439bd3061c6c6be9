import type { SessionId } from "@kestrel/protocol";
import type { MemoryRow } from "@kestrel/protocol/api";
import { type FormEvent, type ReactNode, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { FactItem } from "../../memory/fact-item.tsx";
import { useFacts } from "../../memory/use-facts.ts";
import { Button } from "../../ui/button.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Kestrel's memory: proposals first, then the facts of each folder. */
export function MemoryPage({ menu, onSession }: { menu: ReactNode; onSession: (id: SessionId) => string }) {
  const { t } = useWords();
  const { client, value, withoutRoom, failure, said, doing, change, remove, offer } = useFacts();
  const groups = groupsOf(value?.rows ?? []);
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-3xl pt-4 pb-12 md:pt-10">
        <h1 className="text-h1 font-semibold">{t("memory.title")}</h1>
        <p className="mt-2 text-dim">{t("memory.text")}</p>
        <div className="mt-4 stack gap-2">
          {value?.state.on === false && <Notice tone="info">{t("memory.isOff")}</Notice>}
          {value?.state.backend === "jsonl" && <Notice tone="info">{t("memory.plain")}</Notice>}
          <FailureNotice failure={failure} />
          <p role="status" className="text-ui text-dim">
            <VisibleText text={said} />
          </p>
        </div>
        {value?.state.on && (
          <NewFact onAdd={(content) => doing(() => client.call("storeMemory", { body: { content } }))} />
        )}
        {value?.state.on && (
          <Button className="mt-2" onClick={() => void offer()}>
            {t("memory.offer")}
          </Button>
        )}
        {value?.state.on && value.rows.length === 0 && (
          <p className="mt-6 text-dim">
            <CodeWords text={t("memory.none")} />
          </p>
        )}
        {groups.map(({ scope, rows }) => (
          <section key={scope} className="mt-8" aria-label={scopeName(scope)}>
            <h2 className="text-h3 font-semibold [overflow-wrap:anywhere]">
              <VisibleText text={scopeName(scope)} />
            </h2>
            <ul className="mt-2">
              {rows.map((row) => (
                <FactItem
                  key={row.id}
                  row={row}
                  noRoom={withoutRoom.has(row.id)}
                  sessionAddress={row.session && onSession(row.session)}
                  onChange={(body) => void change({ id: row.id, ...body })}
                  onForget={() => void remove(row.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {value?.state.file !== undefined && value.rows.length > 0 && (
          <p className="mt-8 text-ui text-dim [overflow-wrap:anywhere]">
            {t("memory.file")} <code className="font-mono text-fine">{value.state.file}</code>
          </p>
        )}
      </div>
    </div>
  );

  function scopeName(scope: string): string {
    if (scope === proposals) return t("memory.proposals");
    return scope === "" ? t("memory.group.everywhere") : scope;
  }
}

/** No folder has this name: a path cannot contain NUL. */
const proposals = "\u0000proposals";

function groupsOf(rows: readonly MemoryRow[]): { scope: string; rows: MemoryRow[] }[] {
  const groups = new Map<string, MemoryRow[]>();
  for (const row of rows) {
    const scope = row.source === "proposed" ? proposals : (row.workspace ?? "");
    groups.set(scope, [...(groups.get(scope) ?? []), row]);
  }
  const order = (scope: string) => (scope === proposals ? 0 : scope === "" ? 1 : 2);
  return [...groups]
    .map(([scope, all]) => ({ scope, rows: all }))
    .sort((one, other) => order(one.scope) - order(other.scope) || (one.scope < other.scope ? -1 : 1));
}

function NewFact({ onAdd }: { onAdd: (content: string) => Promise<void> }) {
  const { t } = useWords();
  const [text, setText] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    void onAdd(text).then(() => setText(""));
  };
  return (
    <form onSubmit={add} className="mt-4 flex flex-wrap gap-2">
      <input
        value={text}
        aria-label={t("memory.new")}
        placeholder={t("memory.new")}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        className="h-9 min-w-48 pointer-coarse:h-11 flex-1 rounded-control border border-control bg-paper px-2 text-ui"
      />
      <Button type="submit" disabled={text.trim() === ""}>
        {t("memory.add")}
      </Button>
    </form>
  );
}
