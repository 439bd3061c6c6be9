import { useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type FolderPickerProps = {
  /** The start: a folder, or a file in one. Default, and fallback for a missing path: the home folder. */
  start?: string;
  /** Receives the full path of the chosen model. Without it no models are shown. */
  onModel?: (path: string) => void;
  /** Receives the chosen folder. */
  onFolder?: (path: string) => void;
};

/** Browses the folders of the machine that Kestrel runs on, with the models in them. */
export function FolderPicker({ start, onModel, onFolder }: FolderPickerProps) {
  const { t, numbers } = useWords();
  const store = useConsoleStore();
  const [wanted, setWanted] = useState<string>();
  const [began] = useState(start);
  const list = useRef<HTMLElement>(null);
  const look = (path?: string) =>
    store.client.call("listFolder", { body: path === undefined ? {} : { path } });
  const { value, failure } = useAnswer(wanted ?? "", async () => {
    if (wanted !== undefined || began === undefined) return look(wanted);
    const folder = began.replace(/[^/\\]*$/, "") || undefined;
    const fromHome = () => look(); // for a missing path
    const above = () => look(folder).catch(fromHome);
    return look(began).catch(above);
  });
  const enter = (path: string) => {
    setWanted(path);
    // The clicked line is removed with its folder.
    list.current?.focus();
  };
  const inside = (name: string) => (value?.path.endsWith("/") ? value.path + name : `${value?.path}/${name}`);
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t("folders.title")}
      className="mt-2 rounded-card border border-line bg-card outline-none"
    >
      {value && (
        <p className="border-b border-line px-4 py-2 font-mono text-fine text-dim [overflow-wrap:anywhere]">
          <VisibleText text={value.path} />
        </p>
      )}
      {value && onFolder && (
        <Button className="mx-4 mt-2" onClick={() => onFolder(value.path)}>
          {t("folders.choose")}
        </Button>
      )}
      <FailureLine failure={failure} className="px-4 py-2 text-ui" />
      {value === undefined ? (
        !failure && <p className="px-4 py-2 text-ui text-faint">{t("folders.looking")}</p>
      ) : (
        <ul className="max-h-72 overflow-y-auto py-1 text-ui">
          {value.parent !== undefined && (
            <Line icon="folder" name={t("folders.up")} onChoose={() => enter(value.parent ?? "/")} />
          )}
          {(onModel ? value.models : []).map(({ name, bytes }) => (
            <Line
              key={name}
              icon="engine"
              name={name}
              beside={numbers.bytes(bytes)}
              onChoose={() => onModel?.(inside(name))}
            />
          ))}
          {value.folders.map((name) => (
            <Line key={name} icon="folder" name={name} onChoose={() => enter(inside(name))} />
          ))}
          {onModel && value.models.length === 0 && (
            <li className="px-4 py-1 text-faint">{t("folders.no-models")}</li>
          )}
          {value.more && <li className="px-4 py-1 text-faint">{t("folders.more")}</li>}
        </ul>
      )}
    </section>
  );
}

type LineProps = { icon: IconName; name: string; beside?: string; onChoose: () => void };

function Line({ icon, name, beside, onChoose }: LineProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-3 px-4 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon name={icon} className="text-faint" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <VisibleText text={name} />
        </span>
        {beside && <span className="tabular flex-none text-fine text-faint">{beside}</span>}
      </button>
    </li>
  );
}
