import type { Failure, OpBody } from "@kestrel/protocol";
import { type FormEvent, useState } from "react";
import { ChangedLines } from "../../diff/changed-lines.tsx";
import { DiffView, type SaidLine } from "../../diff/diff-view.tsx";
import { useWords } from "../../i18n/language.tsx";
import { usePreferences } from "../../preferences/preferences.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { editorAddress } from "./editor-address.ts";
import type { NetChange } from "./net-changes.ts";

/** Files with more changed lines than this start collapsed. */
const mostOpen = 400;

type ReviewedFileProps = {
  file: NetChange;
  workspace: string;
  /** Undo is disabled. */
  locked: boolean;
  /** Both sides of a diff fit. */
  hasSides: boolean;
  onUndo: () => void;
  send: (op: OpBody) => Promise<void>;
};

/** The changes of one file, line by line, with its actions. */
export function ReviewedFile({ file, workspace, locked, hasSides, onUndo, send }: ReviewedFileProps) {
  const { path, kind, added, removed, diffs, refused } = file;
  const { t } = useWords();
  const { editor } = usePreferences();
  const [asked, setAsked] = useState<SaidLine & { diff: number }>();
  const [sent, setSent] = useState(false);
  const line = Number(/^@@ -\d+(?:,\d+)? \+(\d+)/m.exec(diffs[0] ?? "")?.[1] ?? 1);
  const address =
    kind === "deleted" ? undefined : editorAddress(editor, { workspace, path, line }, window.location.origin);
  const end = () => setAsked(undefined);
  return (
    <section data-file={path} aria-label={path} className="scroll-mt-4">
      <header className="mb-1.5 flex min-h-9 flex-wrap items-center gap-x-2.5">
        <h2 className="min-w-0 font-mono text-mono [overflow-wrap:anywhere]">
          <VisibleText text={path} />
        </h2>
        {kind !== "changed" && (
          <Chip tone={kind === "deleted" ? "danger" : "plain"}>{t(`review.kind.${kind}`)}</Chip>
        )}
        <span className="text-fine">
          <ChangedLines added={added} removed={removed} />
        </span>
        <span className="flex-1" />
        {address && (
          <a
            href={address}
            className="inline-flex min-h-9 items-center gap-2 rounded-[9px] px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-text pointer-coarse:min-h-11"
          >
            <Icon name="expand" />
            {t("review.editor")}
          </a>
        )}
        <Button look="quiet" icon="back" disabled={locked || refused !== undefined} onClick={onUndo}>
          {t("review.undo")}
        </Button>
      </header>
      {refused && <p className="mb-1.5 text-ui text-warn">{t(`undo.refused.${refused}`)}</p>}
      {diffs.length === 0 && <p className="text-ui text-dim">{t("review.empty")}</p>}
      <details open={added + removed <= mostOpen}>
        <summary className={diffs.length > 0 && added + removed > mostOpen ? "opens text-ui" : "hidden"}>
          {t("tool.diff", { path })}
        </summary>
        <div className="stack gap-2">
          {diffs.map((diff, at) => (
            <DiffView
              key={at}
              diff={diff}
              path={path}
              size="whole"
              hasSides={hasSides}
              onLine={(chosen) => {
                setSent(false);
                setAsked({ ...chosen, diff: at });
              }}
              below={
                asked?.diff === at
                  ? {
                      row: asked.row,
                      node: (
                        <Comment
                          key={asked.row}
                          path={path}
                          on={asked}
                          send={send}
                          onSent={() => {
                            setSent(true);
                            end();
                          }}
                          onClose={end}
                        />
                      ),
                    }
                  : undefined
              }
            />
          ))}
        </div>
      </details>
      <p role="status" className={sent ? "mt-1.5 text-ui text-dim" : "sr-only"}>
        {sent && t("review.sent")}
      </p>
    </section>
  );
}

type CommentProps = {
  path: string;
  on: SaidLine;
  send: (op: OpBody) => Promise<void>;
  onSent: () => void;
  onClose: () => void;
};

/** A comment on a line. It is sent to the model as a message with the position and the quoted line. */
function Comment({ path, on, send, onSent, onClose }: CommentProps) {
  const { t } = useWords();
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || sending) return;
    setSending(true);
    setFailure(undefined);
    const message = `${path}:${on.line}\n${fenced(on.text)}\n\n${text.trim()}`;
    send({ type: "send-message", text: message }).then(onSent, (thrown: unknown) => {
      setSending(false);
      setFailure(failureOf(thrown));
    });
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      className="stack max-w-xl gap-2 rounded-card border border-line bg-card p-3 whitespace-normal shadow-2"
    >
      <label className="stack gap-1 text-ui">
        <span className="text-fine text-dim">{t("review.comment", { line: on.line })}</span>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it was just asked for
          autoFocus
          rows={2}
          value={text}
          maxLength={4000}
          onChange={(event) => setText(event.target.value)}
          className="w-full rounded-control border border-control bg-paper px-2.5 py-1.5 text-ui"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={sending || text.trim() === ""}>
          {t("review.send")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("takeBack.leave")}
        </Button>
      </div>
      <FailureLine failure={failure} className="text-ui" />
    </form>
  );
}

/** The line in a fence longer than any within it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
