import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Programs of this machine that use the model, by key. Renders nothing without such a key. */
export function LentModel() {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  // Another device may not list keys.
  const { value } = useAnswer("", () => client.call("listTokens"));
  const keys = value?.tokens.filter(({ scopes }) => scopes.includes("model")) ?? [];
  if (keys.length === 0) return null;
  return (
    <section aria-labelledby="lent-model" className="mt-10">
      <h2 id="lent-model" className="text-h3 font-semibold">
        {t("engine.lent.title")}
      </h2>
      <p className="mt-1 mb-4 text-ui text-dim [overflow-wrap:anywhere]">
        {t("engine.lent.text", { url: `${window.location.origin}/v1` })}
      </p>
      <ul className="text-ui">
        {keys.map(({ id, name, used, lastUsedAt }) => (
          <li key={id} className="border-b border-line py-2">
            <VisibleText text={name} />
            <span className="tabular block text-fine text-faint">
              {[
                lastUsedAt
                  ? t("tokens.used", { time: numbers.age(lastUsedAt, Date.now()) })
                  : t("tokens.unused"),
                ...(used ? [t("engine.lent.used", used)] : []),
              ].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
