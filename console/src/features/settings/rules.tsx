import { type SayAny, stepSentence } from "@kestrel/i18n";
import {
  type Failure,
  Mode,
  type PermissionStep,
  type PermissionVerdict,
  type RememberedRule,
  type StandingRule,
} from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Select } from "../../ui/select.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

type Standing = { configured: readonly StandingRule[]; remembered: readonly RememberedRule[] };

/** The rules outside sessions, with buttons to revoke remembered ones, and a test of a command against them. */
export function Rules({ status }: { status?: DaemonStatus }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<Standing>("", () => client.call("listPermissions"));
  const [refused, setRefused] = useState<Failure>();
  const revoke = (id: string) =>
    client.call("revokePermission", { params: { id }, body: {} }).then(
      ({ remembered }) => value && set({ ...value, remembered }),
      (thrown: unknown) => setRefused(failureOf(thrown)),
    );
  const wrong = refused ?? failure;
  return (
    <SettingsSection title={t("rules.title")} text={t("rules.text")} failure={wrong}>
      {value && value.configured.length + value.remembered.length === 0 && (
        <p className="mt-2 text-ui text-faint">{t("rules.none")}</p>
      )}
      <ul className="mt-2">
        {value?.configured.map(({ verdict, rule }) => (
          <Row key={`${verdict} ${rule}`} verdict={verdict} rule={rule} where={t("permission.origin.user")} />
        ))}
        {value?.remembered.map(({ id, verdict, rule, workspace }) => (
          <Row key={id} verdict={verdict} rule={rule} where={workspace}>
            <Button
              look="danger"
              aria-label={t("rules.revoke.this", { rule })}
              onClick={() => void revoke(id)}
            >
              {t("rules.revoke")}
            </Button>
          </Row>
        ))}
      </ul>
      <Trial folder={status?.workspaces[0]?.path} />
    </SettingsSection>
  );
}

type RowProps = { verdict: PermissionVerdict; rule: string; where: string; children?: ReactNode };

function Row({ verdict, rule, where, children }: RowProps) {
  const { t } = useWords();
  return (
    <SettingsRow
      mark={<Chip tone={verdict === "deny" ? "danger" : "plain"}>{t(`rules.verdict.${verdict}`)}</Chip>}
      buttons={children}
    >
      <code className="font-mono text-fine">
        <VisibleText text={rule} />
      </code>
      <span className="block text-fine text-faint">
        <VisibleText text={where} />
      </span>
    </SettingsRow>
  );
}

/** The decision about a command in a new session: nothing is run. */
function Trial({ folder }: { folder?: string }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const field = useId();
  const [command, setCommand] = useState("");
  const [mode, setMode] = useState<Mode>("ask");
  const [told, setTold] = useState<{ decision: PermissionVerdict; trace: readonly PermissionStep[] }>();
  const [failure, setFailure] = useState<Failure>();
  if (folder === undefined) return null;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    client.call("explainPermission", { body: { workspace: folder, mode, command } }).then(
      (answer) => {
        setFailure(undefined);
        setTold(answer);
      },
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  };
  return (
    <form onSubmit={ask} className="mt-4 stack gap-2">
      <label htmlFor={field} className="text-ui text-dim">
        {t("rules.try", { folder })}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={field}
          value={command}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCommand(target.value)}
          className="h-8 min-w-48 flex-1 rounded-control border border-control bg-paper px-2 font-mono text-mono"
        />
        <Select
          label={t("mode.label")}
          value={mode}
          options={Mode.options.map((value) => ({ value, text: t(`mode.${value}`) }))}
          onChange={setMode}
          className="w-32"
        />
        <Button type="submit" disabled={command.trim() === ""}>
          {t("rules.why")}
        </Button>
      </div>
      <div role="status" className="text-ui">
        {told && (
          <>
            <p className="font-semibold">{t(`permission.decision.${told.decision}`)}</p>
            <ol className="list-inside list-decimal text-dim">
              {told.trace.map((step) => (
                <li key={JSON.stringify(step)}>
                  <VisibleText text={stepSentence(step, t as SayAny)} />
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
      {failure && <FailureText failure={failure} />}
    </form>
  );
}
