import type { DaemonStatus } from "@kestrel/protocol/api";
import { folderName } from "../../folders/folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { Select } from "../../ui/select.tsx";

type FolderMenuProps = {
  workspace: string;
  workspaces: DaemonStatus["workspaces"];
  /** Undefined: a folder that is not listed. */
  onChoose: (workspace: string | undefined) => void;
};

/** Not a valid path. */
const another = "";

/** Kestrel's own folders, by what they are called. */
const ownFolders = { playground: "new.sample", none: "new.none" } as const;

/** Chooses the workspace of a new session: a folder used before, one of Kestrel's own, or any other. */
export function FolderMenu({ workspace, workspaces, onChoose }: FolderMenuProps) {
  const { t } = useWords();
  const isListed = workspaces.some(({ path }) => path === workspace);
  const listed = isListed ? workspaces : [{ path: workspace, kind: "recent" as const }, ...workspaces];
  return (
    <Select
      look="quiet"
      icon="folder"
      className="max-w-56"
      label={t("chat.folder")}
      title={workspace}
      value={workspace}
      options={[
        ...listed.map(({ path, kind }) =>
          kind === "recent"
            ? { value: path, text: folderName(path), hint: path }
            : { value: path, text: t(ownFolders[kind]), hint: t(`${ownFolders[kind]}.text`) },
        ),
        { value: another, text: t("new.path") },
      ]}
      onChange={(chosen) => onChoose(chosen === another ? undefined : chosen)}
    />
  );
}
