import { type Failure, OutageReason } from "@kestrel/protocol";
import {
  type CompactionEntry,
  type ContextNote,
  isLaid,
  laidBeside,
  liveWords,
  type ReplyEntry,
  type UserEntry,
} from "@kestrel/session-state";
import { memo, type ReactNode } from "react";
import { useWords } from "../i18n/language.tsx";
import { FailureText } from "../ui/failure-text.tsx";
import { Notice } from "../ui/notice.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { type AttachedFile, bytesSent, splitFiles } from "./attached-files.ts";
import { CallDraft } from "./call-draft.tsx";
import { Folded } from "./folded.tsx";
import { Markdown } from "./markdown.tsx";
import { markupOf } from "./markup-of.ts";
import { MessageActions } from "./message-actions.tsx";
import { MessagePictures } from "./message-pictures.tsx";
import { Reasoning } from "./reasoning.tsx";
import { hasMarks, ReplyMarks } from "./reply-marks.tsx";

/** The user's messages: muted, at the right edge of the column. */
const bubble =
  "max-w-[min(520px,86%)] rounded-[18px] rounded-br-tag bg-sunken px-4 py-2.5 text-pretty max-sm:max-w-[92%]";

export const UserMessage = memo(function UserMessage({ entry }: { entry: UserEntry }) {
  const { t } = useWords();
  if (entry.goesOn) return <GoesOn entry={entry} />;
  const { words, files } = splitFiles(entry.text);
  return (
    <article aria-label={t("chat.you")} className="group/message">
      <div className="flex flex-col items-end">
        <div className={bubble}>
          <h2 className="sr-only">{t("chat.you")}</h2>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
            <VisibleText text={words} />
          </p>
          {files.map((file, index) => (
            <FileInMessage key={index} {...file} />
          ))}
          {entry.images && <MessagePictures images={entry.images} />}
        </div>
        {entry.origin && (
          <p className="mt-1 text-fine text-faint">
            <VisibleText text={t("channels.from", entry.origin)} />
          </p>
        )}
        <MessageActions at={entry.at} text={entry.text} turn={entry.turnId} of="person" />
      </div>
      {entry.notes.map((note, index) => (
        <Note key={index} note={note} />
      ))}
    </article>
  );
});

/** A file sent with a message: its name, and the text given to the model when opened. */
function FileInMessage({ name, text }: AttachedFile) {
  const { numbers } = useWords();
  return (
    <details className="my-1.5 rounded-card bg-card px-3 py-2 text-ui inset-ring inset-ring-line">
      <summary className="opens">
        <VisibleText text={name} />{" "}
        <span className="tabular text-faint">{numbers.bytes(bytesSent(text))}</span>
      </summary>
      <pre className="mt-2 max-h-80 overflow-auto font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
        <VisibleText text={text} />
      </pre>
    </details>
  );
}

/** Kestrel's message that asks the model to continue a truncated reply. */
function GoesOn({ entry }: { entry: UserEntry }) {
  const { t } = useWords();
  return (
    <article aria-label={t("chat.goes-on")} className="group/message">
      <div className="flex min-h-6 items-start justify-between gap-2">
        <Folded line={t("chat.goes-on")} className="min-w-0 text-fine text-faint">
          <p className="mt-1 whitespace-pre-wrap text-dim [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
            <VisibleText text={entry.text} />
          </p>
        </Folded>
        <MessageActions at={entry.at} text={entry.text} turn={entry.turnId} of="kestrel" />
      </div>
      {entry.notes.map((note, index) => (
        <Note key={index} note={note} />
      ))}
    </article>
  );
}

/** Context added to the user's message. The user's own text during a turn is not folded. */
export const Note = memo(function Note({ note }: { note: ContextNote & { at?: string } }) {
  const { t } = useWords();
  if (note.contextKind === "steering") {
    return (
      <article aria-label={t("chat.steered")} className="group/message flex flex-col items-end">
        <div className={bubble}>
          <h2 className="sr-only">{t("chat.steered")}</h2>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
            <VisibleText text={note.text} />
          </p>
        </div>
        {note.at && <MessageActions at={note.at} text={note.text} of="model-midway" />}
      </article>
    );
  }
  const what = isLaid(note)
    ? t("tier.laid", { names: laidBeside([note]).join(", ") })
    : note.contextKind === "files"
      ? t("tier.files", {
          names: note.described?.map(({ name }) => name.slice("./".length)).join(", ") ?? "",
        })
      : t(`chat.note.${note.contextKind}`);
  const line = note.cause ? `${what}: ${t(`cause.${note.cause}`)}` : what;
  return (
    <Folded line={line} className="mt-1 text-fine text-faint">
      <pre className="mt-1 max-h-64 overflow-auto font-mono whitespace-pre-wrap text-dim">
        <VisibleText text={note.text} />
      </pre>
    </Folded>
  );
});

type ReplyProps = {
  entry: ReplyEntry;
  text: string;
  reasoning: string;
  live: boolean;
  endsTurn: boolean;
  failure?: Failure;
};

/** One reply; a turn's last has history actions. `failure`: the turn continued after it. `text` and `reasoning` may be ahead of the log. */
export const Reply = memo(function Reply({
  entry,
  text: said,
  reasoning,
  live,
  endsTurn,
  failure,
}: ReplyProps) {
  const { words: text, calling } = live ? liveWords(said) : { words: said, calling: false };
  if (text === "" && !calling && reasoning === "" && !failure && !hasMarks(entry)) return null;
  const thinking = live && said === "";
  return (
    <article className="group/message relative stack gap-2">
      {reasoning !== "" && <Reasoning text={reasoning} ms={entry.reasoningMs} live={thinking} />}
      {text !== "" && <Markdown text={text} />}
      {calling && <CallDraft call={markupOf(said, text)} />}
      {hasMarks(entry) && <ReplyMarks entry={entry} />}
      {failure && <MidTurnFailure failure={failure} />}
      {text !== "" && !live && (
        <div
          // Without a pointer they are always there: below the text, not on it.
          className={`absolute z-10 ${endsTurn ? "-bottom-12 -left-2" : "top-0 right-0 [@media(hover:none)]:static [@media(hover:none)]:flex [@media(hover:none)]:justify-end"}`}
        >
          <MessageActions
            at={entry.at}
            text={text}
            turn={entry.turnId}
            of={endsTurn ? "model" : "model-midway"}
          />
        </div>
      )}
    </article>
  );
});

/** A reply's failure after which the turn continued: the user has nothing to do. */
function MidTurnFailure({ failure }: { failure: Failure }) {
  const { t } = useWords();
  const { data: outage } = OutageReason.safeParse(failure.code);
  if (outage)
    return <p className="text-fine text-faint">{t("reply.askedAgain", { reason: t(`outage.${outage}`) })}</p>;
  const { hint: _, ...params } = failure.params ?? {};
  return (
    <Notice tone="danger">
      <FailureText failure={{ ...failure, params }} />
    </Notice>
  );
}

export const Compaction = memo(function Compaction({ entry }: { entry: CompactionEntry }) {
  const { t } = useWords();
  const { folded, before, after, by, refused, summary } = entry;
  if (by === undefined)
    return <Divider>{t("compaction.folded", { count: folded.length, before, after })}</Divider>;
  const numbers = { before, after, freed: Math.max(0, before - after) };
  const told =
    by === "model" || by === "copilot"
      ? t(`compaction.${by}`, numbers)
      : t("compaction.rules", { ...numbers, reason: t(`compaction.refused.${refused ?? "failed"}`) });
  return (
    <details className="text-fine text-faint">
      <summary className="cursor-pointer">
        <Divider>{told}</Divider>
      </summary>
      <pre className="mt-1 max-h-96 overflow-auto px-4 font-mono whitespace-pre-wrap text-dim">
        <VisibleText text={summary ?? ""} />
      </pre>
    </details>
  );
});

function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="tabular flex items-center gap-3 text-fine text-faint">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
