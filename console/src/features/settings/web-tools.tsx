import type { Failure } from "@kestrel/protocol";
import type { WebTool } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** The web tools: state, cost, and a test of the search. Tokens are estimates. */
export function WebTools() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure } = useAnswer<{ tools: readonly WebTool[] }>("", () => client.call("listWeb"));
  const [trying, setTrying] = useState(false);
  const [tried, setTried] = useState<string>();
  const [refused, setRefused] = useState<Failure>();
  const attempt = async () => {
    setTrying(true);
    setRefused(undefined);
    try {
      const { trial } = await client.call("trySearch", { body: {} });
      setTried(
        trial.outcome === "ok"
          ? t("web.tried", { hits: trial.hits })
          : t("web.tried.not", { detail: trial.detail }),
      );
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
    setTrying(false);
  };
  const wrong = refused ?? failure;
  return (
    <SettingsSection title={t("web.title")} text={t("web.text")} failure={wrong}>
      <ul className="mt-2">
        {value?.tools.map(({ name, state, at = "", line, tokens }) => (
          <SettingsRow
            key={name}
            mark={
              <Chip tone={state === "on" ? "accent" : state === "off" ? "plain" : "warn"}>
                {t(state === "on" ? "reach.state.on" : "reach.state.off")}
              </Chip>
            }
            buttons={
              name === "search" &&
              state === "on" && (
                <Button disabled={trying} onClick={() => void attempt()}>
                  {t("web.try")}
                </Button>
              )
            }
          >
            <strong>{name}</strong>
            {state === "on" && (
              <span className="tabular ml-2 text-fine text-faint">
                {t("reach.line", { line })} · {t("reach.tokens", { tokens })}
              </span>
            )}
            <span className="block text-dim">
              <VisibleText text={t(`web.${name}.${state}`, { at })} />
            </span>
          </SettingsRow>
        ))}
      </ul>
      <p role="status" className="text-ui text-dim">
        {trying ? t("mcp.testing") : tried && <VisibleText text={tried} />}
      </p>
    </SettingsSection>
  );
}
