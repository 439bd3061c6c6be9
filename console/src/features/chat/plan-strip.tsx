import type { SessionState } from "@kestrel/session-state";
import { useMemo } from "react";
import { newestPlan } from "../../calls/newest-plan.ts";
import { useWords } from "../../i18n/language.tsx";
import { TodoList } from "../../transcript/todo-list.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** The model's plan while a step is open: the current step, and all of them when opened. */
export function PlanStrip({ timeline }: Pick<SessionState, "timeline">) {
  const { t } = useWords();
  const items = useMemo(() => newestPlan(timeline), [timeline]);
  const at = items.findIndex(({ done }) => !done);
  const now = items[at];
  if (!now) return null;
  const done = items.filter((item) => item.done).length;
  return (
    <details className="group/plan -mb-2.5 rounded-t-large bg-sunken pb-2.5 text-ui">
      <summary className="flex min-h-10 items-center gap-2.5 px-4 pointer-coarse:min-h-11">
        <Icon name="target" className="text-accent" />
        <span className="min-w-0 flex-1 truncate font-medium">
          <VisibleText text={now.text} />
        </span>
        <span className="tabular flex-none text-faint">{t("plan.done", { done, count: items.length })}</span>
        <Icon
          name="chevron"
          size={12}
          className="text-faint transition-transform duration-[120ms] ease-out group-open/plan:rotate-90"
        />
      </summary>
      <div className="max-h-[30dvh] overflow-y-auto px-4 pt-1 pb-3">
        <TodoList items={items} />
      </div>
    </details>
  );
}
