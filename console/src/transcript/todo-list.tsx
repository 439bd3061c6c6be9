import type { TodoItem } from "@kestrel/protocol/api";
import { useWords } from "../i18n/language.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** The model's to-do list, with finished items marked. */
export function TodoList({ items }: { items: readonly TodoItem[] }) {
  const { t } = useWords();
  const now = items.findIndex(({ done }) => !done);
  return (
    <ul className="stack gap-1 text-ui" aria-label={t("tool.todo")}>
      {items.map(({ text, done }, index) => (
        <li
          key={index}
          className={`flex gap-2.5 py-0.5 ${done ? "text-faint" : index === now ? "font-medium" : ""}`}
        >
          <Icon
            name={done ? "ticked" : index === now ? "target" : "ring"}
            className={`mt-0.5 ${done ? "text-ok" : index === now ? "text-accent" : "text-faint"}`}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="sr-only">{t(done ? "tool.todo.done" : "tool.todo.open")}: </span>
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
