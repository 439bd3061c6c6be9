import type { InstalledReach, InstalledSkill } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Skill } from "./skill-row.tsx";

type Folder = { workspace: string; skills: readonly InstalledSkill[] };

type FolderSkillsProps = { onRefused: (thrown: unknown) => void };

/** The skills from trusted folders, folder by folder. Renders nothing without any. */
export function FolderSkills({ onRefused }: FolderSkillsProps) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const { workspaces } = await client.call("listTrust");
      const trusted = workspaces.filter(
        ({ decision, about }) => decision === "trusted" && about === undefined,
      );
      const found = trusted.map(({ workspace }) =>
        client.call("listReach", { body: { workspace } }).then(
          (reach) => ({ workspace, skills: ofFolder(reach) }),
          // The folder may be gone, but it is still listed as trusted.
          () => ({ workspace, skills: [] }),
        ),
      );
      const all = await Promise.all(found);
      if (wanted) setFolders(all.filter(({ skills }) => skills.length > 0));
    };
    look().catch(onRefused);
    return () => {
      wanted = false;
    };
  }, [client, onRefused]);
  const turn = (workspace: string, { name, on }: InstalledSkill) =>
    client.call("switchSkill", { body: { workspace, name, on: !on } }).then((reach) => {
      const now = { workspace, skills: ofFolder(reach) };
      setFolders((known) => known.map((one) => (one.workspace === workspace ? now : one)));
    }, onRefused);
  return folders.map(({ workspace, skills }) => (
    <section key={workspace} aria-label={t("reach.skills.of", { folder: workspace })} className="mt-4">
      <h3 className="text-ui text-dim [overflow-wrap:anywhere]">
        <VisibleText text={t("reach.skills.of", { folder: workspace })} />
      </h3>
      <ul>
        {skills.map((skill) => (
          <Skill key={skill.name} skill={skill} onTurn={(one) => void turn(workspace, one)} />
        ))}
      </ul>
    </section>
  ));
}

function ofFolder({ skills }: InstalledReach): readonly InstalledSkill[] {
  return skills.filter(({ from }) => from === "workspace");
}
