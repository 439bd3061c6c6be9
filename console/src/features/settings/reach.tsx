import { builtInDescription, type SayAny } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import type { InstalledReach, InstalledSkill } from "@kestrel/protocol/api";
import { useCallback, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { FolderSkills } from "./folder-skills.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { Row, Skill } from "./skill-row.tsx";

/** The user's skills and prompts: their source, their cost, and which skills new sessions get. Tokens are estimates. */
export function Reach() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<InstalledReach>("", () => client.call("listReach", { body: {} }));
  const [refused, setRefused] = useState<Failure>();
  const refuse = useCallback((thrown: unknown) => setRefused(failureOf(thrown)), []);
  const turn = ({ name, on }: InstalledSkill) => {
    setRefused(undefined);
    client.call("switchSkill", { body: { name, on: !on } }).then(set, refuse);
  };
  const wrong = refused ?? failure;
  return (
    <>
      <SettingsSection title={t("reach.skills")} text={t("reach.skills.text")} failure={wrong}>
        {value && <Folder label={t("reach.skills.folder")} path={value.folders.skills} />}
        {value?.skills.length === 0 && <p className="mt-2 text-ui text-faint">{t("reach.skills.none")}</p>}
        <ul className="mt-2">
          {value?.skills.map((skill) => (
            <Skill key={skill.name} skill={skill} onTurn={turn} />
          ))}
        </ul>
        <FolderSkills onRefused={refuse} />
        <div className="mt-2 stack gap-2 [overflow-wrap:anywhere]">
          {value?.ignored.map(({ path, why }) => (
            <Notice key={path} tone="warn">
              <VisibleText text={t(`trust.ignored.${why}`, { path })} />
            </Notice>
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title={t("reach.prompts")} text={t("reach.prompts.text")}>
        {value && <Folder label={t("reach.prompts.folder")} path={value.folders.prompts} />}
        <ul className="mt-2">
          {value?.prompts.map(({ name, description, from, tokens }) => (
            <Row
              key={name}
              name={name}
              description={builtInDescription("prompt", { name, from, description }, t as SayAny)}
            >
              {t(`reach.from.${from}`)} · {t("reach.tokens", { tokens })}
            </Row>
          ))}
        </ul>
      </SettingsSection>
    </>
  );
}

function Folder({ label, path }: { label: string; path: string }) {
  return (
    <p className="mt-2 text-ui text-dim">
      {label}{" "}
      <code className="font-mono text-fine text-text [overflow-wrap:anywhere]">
        <VisibleText text={path} />
      </code>
    </p>
  );
}
