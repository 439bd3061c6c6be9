import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { folderName } from "./folder-name.ts";

/** The folder of sessions without one; undefined until the daemon has named it. */
export const useNoFolder = (): string | undefined =>
  useConsole(({ status }) => status?.workspaces.find(({ kind }) => kind === "none")?.path);

/** The display name of a session's folder, also where it has none. */
export function useFolderName(): (path: string) => string {
  const { t } = useWords();
  const none = useNoFolder();
  return (path) => (path === none ? t("new.none") : folderName(path));
}
