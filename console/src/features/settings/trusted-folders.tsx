import type { Failure } from "@kestrel/protocol";
import type { DecidedTrust } from "@kestrel/protocol/api";
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

/** The folders with a trust decision, with a button to revoke it. */
export function TrustedFolders() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const list = () => client.call("listTrust").then(({ workspaces }) => workspaces);
  const { value, failure, set } = useAnswer<readonly DecidedTrust[]>("", list);
  const [refused, setRefused] = useState<Failure>();
  const wrong = refused ?? failure;
  const forget = (workspace: string) =>
    client.call("revokeTrust", { body: { workspace } }).then(
      ({ workspaces }) => set(workspaces),
      (thrown: unknown) => setRefused(failureOf(thrown)),
    );
  return (
    <SettingsSection title={t("trust.folders")} text={t("trust.folders.text")} failure={wrong}>
      {value?.length === 0 && <p className="mt-2 text-ui text-faint">{t("trust.folders.none")}</p>}
      <ul className="mt-2">
        {value?.map(({ workspace, about = "words" as const, decision, files, deny }) => (
          <SettingsRow
            key={`${workspace} ${about}`}
            mark={
              <Chip tone={decision === "trusted" ? "accent" : "plain"}>
                {t(`trust.decision.${about}.${decision}`)}
              </Chip>
            }
            buttons={
              <Button
                look="danger"
                aria-label={t("trust.forget.this", { folder: workspace })}
                onClick={() => void forget(workspace)}
              >
                {t("trust.forget")}
              </Button>
            }
          >
            <VisibleText text={workspace} />
            <span className="block text-fine text-faint">
              <VisibleText text={[...Object.keys(files), ...deny].join(", ")} />
            </span>
          </SettingsRow>
        ))}
      </ul>
    </SettingsSection>
  );
}
