import type { Failure } from "@kestrel/protocol";
import { useState } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { useSessionActions } from "../../session/session-actions.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";

/** First messages that kestrel-nano was trained on; one click says one. */
export function ThingsToTry({ sample }: { sample: boolean }) {
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
    <div className="mt-6">
      <p className="text-13 text-dim">{t("chat.try")}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {(sample ? inSample(t) : anywhere(t)).map((words) => (
          <li key={words} className="min-w-0">
            <button
              type="button"
              disabled={sent}
              onClick={() => say(words)}
              className="rounded-control border border-control bg-surface px-3 py-1.5 text-left text-13 [overflow-wrap:anywhere] hover:bg-raised disabled:text-faint"
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
      <FailureLine failure={failure} className="mt-2 text-13" />
    </div>
  );
}

/** The files of the sample project, whose check fails until the greeting is mended. */
const inSample = (t: Translate) => [
  t("chat.try.list"),
  t("chat.try.read"),
  t("chat.try.search"),
  t("chat.try.run"),
  t("chat.try.mend", { hole: "$" + "{name}" }),
];

const anywhere = (t: Translate) => [t("chat.try.abilities"), t("chat.try.list"), t("chat.try.create")];
