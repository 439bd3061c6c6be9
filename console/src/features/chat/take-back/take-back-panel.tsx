import type { Failure, OpBody, TurnId, UndoTarget } from "@kestrel/protocol";
import {
  changingTurns,
  commandsIn,
  commandsSince,
  type SessionState,
  takesSnapshots,
  type UserEntry,
} from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Translate } from "../../../i18n/catalogue.ts";
import { useWords } from "../../../i18n/language.tsx";
import { failureOf } from "../../../session/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureLine } from "../../../ui/failure-line.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { NotTakenBack, RestorePreview } from "./restore-preview.tsx";
import type { TakeBack } from "./use-history.ts";
import { filesIn, messagesFrom, messagesIn } from "./what-leaves.ts";

type TakeBackPanelProps = {
  state: SessionState;
  takeBack: TakeBack;
  send: (op: OpBody) => Promise<void>;
  onClose: () => void;
};

/** Messages listed here; earlier ones have their own undo button. */
const offered = 40;
const shortWords = 60;

/** Chooses what to undo, files and messages together or separately, previews it, and does it. */
export function TakeBackPanel({ state, takeBack, send, onClose }: TakeBackPanelProps) {
  const { t } = useWords();
  const name = useId();
  const panel = useRef<HTMLFormElement>(null);
  const { again } = takeBack;
  const [target, setTarget] = useState(() => firstTarget(state, takeBack));
  const to = target && "to" in target ? target.to : undefined;
  const files = target ? filesIn(state, target) : 0;
  const [withFiles, setWithFiles] = useState(again === undefined);
  const [withMessages, setWithMessages] = useState(takeBack.turn !== undefined);
  const [failure, setFailure] = useState<Failure>();
  const [asked, setAsked] = useState(false);
  useEffect(() => panel.current?.focus(), []);
  if (!target) return null;
  const messages = to === undefined ? 0 : messagesFrom(state, to);
  const since = to === undefined ? commandsSince(state, target) : undefined;
  const op = opOf(target, { again, files: withFiles && files > 0, messages: withMessages && messages > 0 });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!op) return;
    setFailure(undefined);
    setAsked(true);
    send(op).then(onClose, (thrown: unknown) => {
      setAsked(false);
      setFailure(failureOf(thrown));
    });
  };
  return (
    <form
      ref={panel}
      tabIndex={-1}
      aria-label={t(again ? "history.regenerate" : "takeBack.title")}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      className="mb-2 stack max-h-[50dvh] gap-2 overflow-y-auto rounded-card border border-control bg-card p-3 text-ui"
    >
      <h2 className="font-semibold">{t(again ? "history.regenerate" : "takeBack.title")}</h2>
      {!again && (
        <div className="stack gap-1">
          <label className="text-dim" htmlFor={name}>
            {t("takeBack.what")}
          </label>
          <Select
            id={name}
            label={t("takeBack.what")}
            value={JSON.stringify(target)}
            options={choicesOf(state, target, t)}
            onChange={(chosen) => setTarget(JSON.parse(chosen) as UndoTarget)}
          />
        </div>
      )}
      {to !== undefined && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {again ? (
            <p className="text-dim">{t("takeBack.again", { count: messages - 1 })}</p>
          ) : (
            <Check checked={withMessages && messages > 0} off={messages === 0} onChange={setWithMessages}>
              {t("takeBack.messages", { count: messages })}
            </Check>
          )}
          <Check checked={withFiles && files > 0} off={files === 0} onChange={setWithFiles}>
            {t("takeBack.files", { count: files })}
          </Check>
        </div>
      )}
      {state.sessionId !== undefined && files > 0 && (to === undefined || withFiles) && (
        <RestorePreview
          id={state.sessionId}
          target={target}
          snapshots={takesSnapshots(state)}
          since={since}
        />
      )}
      {files === 0 && <NotTakenBack commands={commandsIn(state, target)} snapshots={takesSnapshots(state)} />}
      <FailureLine failure={failure} />
      <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 bg-card pt-1">
        <Button look="quiet" onClick={onClose}>
          {t("takeBack.leave")}
        </Button>
        <Button type="submit" look="primary" disabled={asked || !op}>
          {t(again ? "history.regenerate" : "takeBack.do")}
        </Button>
      </div>
    </form>
  );
}

type CheckProps = { checked: boolean; off: boolean; onChange: (on: boolean) => void; children: string };

function Check({ checked, off, onChange, children }: CheckProps) {
  return (
    <label className={`flex min-h-6 items-center gap-2 ${off ? "text-faint" : ""}`}>
      <input
        type="checkbox"
        checked={checked}
        disabled={off}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

/** Single turns with changes in effect, and every message that can be returned to. Newest first. */
function choicesOf(state: SessionState, chosen: UndoTarget, t: Translate): SelectOption<string>[] {
  const messages = messagesIn(state).reverse();
  const shownWords = ({ goesOn, text }: UserEntry) => (goesOn ? t("chat.goes-on") : shortened(text));
  const wordsOf = (turn: TurnId) => {
    const message = messages.find(({ turnId }) => turnId === turn);
    return message && shownWords(message);
  };
  const shown = messages.slice(0, offered);
  const to = "to" in chosen ? messages.find(({ turnId }) => turnId === chosen.to) : undefined;
  if (to && !shown.includes(to)) shown.push(to);
  const turns = changingTurns(state)
    .filter(({ undone }) => !undone)
    .reverse();
  return [
    ...turns.map(({ turnId, turn, files }) => ({
      group: t("takeBack.oneTurn"),
      value: JSON.stringify({ turn: turnId }),
      text: t("takeBack.turnFiles", {
        words: wordsOf(turnId) ?? t("takeBack.turnGone", { turn }),
        count: files,
      }),
    })),
    ...shown.map((message) => ({
      group: t("takeBack.everything"),
      value: JSON.stringify({ to: message.turnId }),
      text: shownWords(message),
    })),
  ];
}

function shortened(text: string): string {
  const line = visibleName(text.trim().split("\n", 1)[0] ?? "");
  return line.length > shortWords ? `${line.slice(0, shortWords)}…` : line;
}

function firstTarget(state: SessionState, { turn }: TakeBack): UndoTarget | undefined {
  if (turn !== undefined) return { to: turn };
  const changed = changingTurns(state).findLast(({ undone }) => !undone);
  if (changed) return { turn: changed.turnId };
  const last = messagesIn(state).at(-1);
  return last && { to: last.turnId };
}

/** Undefined while nothing is chosen. */
function opOf(
  target: UndoTarget,
  { again, files, messages }: { again?: true; files: boolean; messages: boolean },
): OpBody | undefined {
  const also = files ? { files: true as const } : {};
  if ("to" in target && again) return { type: "rewind", turn: target.to, again, ...also };
  if ("to" in target && messages) return { type: "rewind", turn: target.to, ...also };
  return files ? { type: "undo", target } : undefined;
}
