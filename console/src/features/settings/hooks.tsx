import type { Failure } from "@kestrel/protocol";
import type { HookAnswer, ListedHooks, ShownHook } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { HookAnswers } from "../../transcript/hook-answers.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

type Tried = { name: string; answers: readonly HookAnswer[]; durationMs: number };

/** The user's hooks: their events, their results since the daemon started, and a test button. */
export function Hooks() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<ListedHooks>("", () => client.call("listHooks", { body: {} }));
  const [refused, setRefused] = useState<Failure>();
  const [tried, setTried] = useState<Tried>();
  const test = async (name: string) => {
    setRefused(undefined);
    setTried(undefined);
    try {
      const { trial } = await client.call("testHook", { body: { name } });
      setTried({ name, ...trial });
      set(await client.call("listHooks", { body: {} }));
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
  };
  const wrong = refused ?? failure;
  const { hooks = [], problems = [], file = "", plugins = "" } = value ?? {};
  return (
    <SettingsSection title={t("hooks.title")} text={t("hooks.text")} failure={wrong}>
      {value && hooks.length === 0 && (
        <p className="mt-2 text-ui text-faint [overflow-wrap:anywhere]">
          <VisibleText text={t("hooks.none", { file, plugins })} />
        </p>
      )}
      <ul className="mt-2">
        {hooks.map((hook) => (
          <Row key={`${hook.from} ${hook.on} ${hook.name} ${hook.command}`} hook={hook} onTest={test} />
        ))}
      </ul>
      {problems.map(({ what, detail }) => (
        <Notice key={`${what} ${detail}`} tone="warn">
          <VisibleText text={t("hooks.problem", { what, detail })} />
        </Notice>
      ))}
      <div role="status" className="text-ui text-dim">
        {tried && tried.answers.length === 0 && (
          <VisibleText text={t("hooks.silent", { name: tried.name })} />
        )}
        {tried && <HookAnswers answers={tried.answers} />}
        {tried && <span className="tabular"> {t("hooks.took", { ms: tried.durationMs })}</span>}
      </div>
    </SettingsSection>
  );
}

function Row({ hook, onTest }: { hook: ShownHook; onTest(name: string): Promise<void> }) {
  const { t } = useWords();
  const { name, on, tool, command, from, asked, denied, failed, last } = hook;
  return (
    <SettingsRow
      mark={<Chip tone={denied + failed > 0 ? "warn" : "plain"}>{t(`hooks.stage.${on}`)}</Chip>}
      buttons={
        <Button aria-label={t("hooks.test.this", { name })} onClick={() => void onTest(name)}>
          {t("hooks.test")}
        </Button>
      }
      below={last && <HookAnswers answers={[last]} />}
    >
      <strong>
        <VisibleText text={name} />
      </strong>{" "}
      <span className="text-dim">{tool}</span>
      <span className="block font-mono text-fine text-faint">
        <VisibleText text={command} />
      </span>
      <span className="tabular text-fine text-faint">
        {t(`hooks.from.${from}`)}
        {asked > 0 && ` · ${t("hooks.counts", { asked, denied, failed })}`}
      </span>
    </SettingsRow>
  );
}
