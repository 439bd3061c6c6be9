import type { Failure } from "@kestrel/protocol";
import { useState } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { useSessionActions } from "../../session/session-actions.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";

/** Which model the tasks suit: `demonstration` and `sample` hold tasks that kestrel-nano was trained on. */
type Audience = "any" | "demonstration" | "sample";

/** Suggested first messages. A click sends one. */
export function ThingsToTry({ of }: { of: Audience }) {
  const { t } = useWords();
  const actions = useSessionActions();
  const [failure, setFailure] = useState<Failure>();
  const [sent, setSent] = useState(false);
  const say = (text: string) => {
    setSent(true);
    setFailure(undefined);
    actions?.send({ type: "send-message", text }).catch((thrown: unknown) => {
      setSent(false);
      setFailure(failureOf(thrown));
    });
  };
  return (
    <section className="mt-9 max-sm:mt-6">
      <h2 className="text-ui font-medium text-dim">{t(of === "any" ? "chat.try.any" : "chat.try")}</h2>
      <ul className="mt-2 border-t border-soft">
        {tasks[of](t).map(([icon, words]) => (
          <li key={words} className="border-b border-soft">
            <button
              type="button"
              disabled={sent}
              onClick={() => say(words)}
              className="-mx-3 flex min-h-12 w-[calc(100%+24px)] items-center gap-3.5 rounded-card px-3 py-2.5 text-left font-name [overflow-wrap:anywhere] hover:bg-hover disabled:text-faint"
            >
              <Icon name={icon} size={18} className="text-dim" />
              <span className="min-w-0 flex-1">{words}</span>
              <Icon name="chevron" size={14} className="text-faint" />
            </button>
          </li>
        ))}
      </ul>
      <FailureLine failure={failure} className="mt-2 text-ui" />
    </section>
  );
}

const tasks: Record<Audience, (t: Translate) => (readonly [IconName, string])[]> = {
  any: (t) => [
    ["read", t("chat.try.explain")],
    ["shell", t("chat.try.check")],
    ["search", t("chat.try.review")],
  ],
  demonstration: (t) => [
    ["info", t("chat.try.abilities")],
    ["folder", t("chat.try.list")],
    ["write", t("chat.try.create")],
  ],
  // The files of the sample project, whose test fails until the greeting is fixed.
  sample: (t) => [
    ["folder", t("chat.try.list")],
    ["read", t("chat.try.read")],
    ["search", t("chat.try.search")],
    ["shell", t("chat.try.run")],
    ["edit", t("chat.try.mend", { hole: "$" + "{name}" })],
  ],
};
