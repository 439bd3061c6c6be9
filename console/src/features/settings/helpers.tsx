import { builtInDescription, type SayAny } from "@kestrel/i18n";
import type { ListedHelpers } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { Chip } from "../../ui/chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** The subagents of new sessions: purpose and permissions of each, and the folder for the user's own. */
export function Helpers() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure } = useAnswer<ListedHelpers>("", () => client.call("listHelpers"));
  const { helpers = [], problems = [], folder = "" } = value ?? {};
  return (
    <SettingsSection title={t("helpers.title")} text={t("helpers.text")} failure={failure}>
      {value && (
        <p className="mt-2 text-ui text-faint [overflow-wrap:anywhere]">
          <VisibleText text={t(helpers.length === 0 ? "helpers.none" : "helpers.folder", { folder })} />
        </p>
      )}
      <ul className="mt-2">
        {helpers.map(({ name, description, from, mode, steps, tools, hint }) => (
          <SettingsRow key={name} mark={<Chip>{t(`reach.from.${from}`)}</Chip>}>
            <strong>{name}</strong>{" "}
            <span className="text-dim">
              <VisibleText text={builtInDescription("helper", { name, from, description }, t as SayAny)} />
            </span>
            <span className="tabular block text-fine text-faint">
              {t("helpers.facts", {
                ...{ mode, count: steps, tools: tools.join(", ") },
                ...(hint && { role: t(`crew.role.${hint}`) }),
              })}
            </span>
          </SettingsRow>
        ))}
      </ul>
      {problems.map(({ file, why }) => (
        <Notice key={`${file} ${why}`} tone="warn">
          <VisibleText text={t(`helpers.problem.${why}`, { file })} />
        </Notice>
      ))}
    </SettingsSection>
  );
}
