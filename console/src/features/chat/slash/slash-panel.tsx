import { Mode } from "@kestrel/protocol";
import { isShared, readSlash } from "@kestrel/session-state";
import type { Translate } from "../../../i18n/catalogue.ts";
import { useWords } from "../../../i18n/language.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import type { Slash } from "./use-slash.ts";

type SlashPanelProps = {
  id: string;
  slash: Slash;
  /** Sends the field's text to the model as a message. */
  onWords: () => void;
};

/** Above the field: completions of a `/`, a command's result, or an unknown command. */
export function SlashPanel({ id, slash, onWords }: SlashPanelProps) {
  const { t } = useWords();
  const { note, choices, areFiles, at, take } = slash;
  return (
    <>
      <div role="status" className={note ? "mb-2 text-ui" : "sr-only"}>
        {note && "said" in note && note.draft !== undefined && <Draft text={note.draft} />}
        {note && "said" in note && <p className="text-dim">{note.said}</p>}
        {note && "unknown" in note && <Unknown {...note} take={take} onWords={onWords} />}
      </div>
      {choices.length > 0 && (
        <div className="mb-2 rounded-card border border-line bg-card p-1 shadow-3">
          <div
            id={id}
            role="listbox"
            aria-label={t(areFiles ? "slash.files" : "slash.list")}
            className="max-h-[40dvh] overflow-y-auto"
          >
            {choices.map((choice, index) => (
              <Choice
                key={choice}
                id={`${id}-${index}`}
                choice={choice}
                chosen={index === at}
                onTake={() => take(choice)}
              />
            ))}
          </div>
          <p className="px-2 pt-1 text-fine text-faint">{t("slash.hint")}</p>
        </div>
      )}
    </>
  );
}

function Draft({ text }: { text: string }) {
  return (
    <div className="mb-1 flex items-start gap-2 rounded-card border border-line bg-card p-2">
      <pre className="max-h-[40dvh] min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap break-words font-mono text-fine">
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

type UnknownProps = {
  unknown: string;
  suggestion?: string;
  instead?: string;
  take: (choice: string) => void;
  onWords: () => void;
};

function Unknown({ unknown: written, suggestion, instead, take, onWords }: UnknownProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-warn">
        {suggestion ? t("slash.unknown.near", { written, suggestion }) : t("slash.unknown", { written })}
      </p>
      {suggestion && instead && (
        <Button onClick={() => take(instead)}>{t("slash.use", { suggestion })}</Button>
      )}
      <Button look="quiet" onClick={onWords}>
        {t("slash.asWords")}
      </Button>
    </div>
  );
}

type ChoiceProps = { id: string; choice: string; chosen: boolean; onTake: () => void };

function Choice({ id, choice, chosen, onTake }: ChoiceProps) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: "nearest" });
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={`flex cursor-default items-baseline gap-3 rounded-control px-2 py-1 text-ui ${chosen ? "bg-sunken" : "hover:bg-hover"}`}
    >
      <span className="flex-none font-mono text-fine">{choice}</span>
      <span className="min-w-0 truncate text-fine text-dim">{meaningOf(choice, t)}</span>
    </div>
  );
}

function meaningOf(choice: string, t: Translate): string {
  const read = readSlash(choice);
  if (read.kind !== "command" || !isShared(read.command)) return "";
  const mode = Mode.safeParse(read.argument);
  return mode.success ? t(`mode.${mode.data}.text`) : t(`slash.${read.command}`);
}
