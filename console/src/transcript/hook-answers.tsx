import type { HookAnswer } from "@kestrel/protocol/api";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Results of the user's hooks, a line each. */
export function HookAnswers({ answers }: { answers: readonly HookAnswer[] }) {
  const { t } = useWords();
  if (answers.length === 0) return null;
  return (
    <ul className="stack gap-0.5 text-fine">
      {answers.map(({ hook, said, text, report }, at) => (
        // Two hooks of one name may have the same result; their order never changes.
        <li key={`${at} ${hook}`} className={said === "noted" || said === "asked" ? "text-dim" : "text-warn"}>
          <VisibleText
            text={t(`hooks.said.${said}`, {
              name: hook,
              ...(text !== "" && { detail: text }),
              ...(report !== undefined && { report }),
            })}
          />
        </li>
      ))}
    </ul>
  );
}
