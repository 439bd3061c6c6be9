import type { TodoItem } from "@kestrel/protocol/api";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** The model's own list, with what is done. */
export function TodoList({ items }: { items: readonly TodoItem[] }) {
  const { t } = useWords();
  return (
    <ul className="stack gap-1 text-ui" aria-label={t("tool.todo")}>
      {items.map(({ text, done }, index) => (
        <li key={index} className={`flex gap-2 ${done ? "text-faint" : ""}`}>
          <span aria-hidden="true">{done ? "☑" : "☐"}</span>
          <span className={`min-w-0 [overflow-wrap:anywhere] ${done ? "line-through" : ""}`}>
            <span className="sr-only">{t(done ? "tool.todo.done" : "tool.todo.open")}: </span>
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
