import type { SessionState } from "@kestrel/session-state";
import { useMemo } from "react";
import { newestPlan } from "../calls/newest-plan.ts";
import { useWords } from "../i18n/language.tsx";
import { TodoList } from "../transcript/todo-list.tsx";

/** The model's plan as a checklist; renders nothing without one. */
export function Plan({ timeline }: Pick<SessionState, "timeline">) {
  const { t } = useWords();
  const items = useMemo(() => newestPlan(timeline), [timeline]);
  if (items.length === 0) return null;
  const done = items.filter((item) => item.done).length;
  return (
    <section className="mb-5 border-b border-soft pb-5">
      <h2 className="mb-2 flex justify-between text-ui font-semibold">
        {t("plan.title")}
        <span className="tabular font-normal text-faint">
          {t("plan.done", { done, count: items.length })}
        </span>
      </h2>
      <TodoList items={items} />
    </section>
  );
}
