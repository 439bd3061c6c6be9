import type { Failure, OpBody } from "@kestrel/protocol";
import { doMemoryCommand, doWorktreeCommand } from "@kestrel/server/client";
import { asOneMessage } from "@kestrel/session-state";
import { memoriesOfTurn, wishToRemember } from "@kestrel/session-state/memories";
import { hasPaste, keptPastes, visibleText } from "@kestrel/text";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { folderName } from "../../folders/folder-name.ts";
import { useNoFolder } from "../../folders/use-folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { withFiles } from "../../transcript/attached-files.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { focusMessageField } from "../../ui/focus-message-field.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { meaningOfKey } from "./composer-keys.ts";
import { keepDraft, readDraft } from "./draft.ts";
import { useDraftTeller } from "./draft-teller.ts";
import { FileStrip } from "./file-strip.tsx";
import { AttachButton, PictureStrip } from "./picture-strip.tsx";
import type { SlashDesk } from "./slash/do-slash-command.ts";
import { SlashPanel } from "./slash/slash-panel.tsx";
import { useSlash } from "./slash/use-slash.ts";
import { type Edits, useEditing } from "./take-back/use-editing.ts";
import { useFiles } from "./use-files.ts";
import { usePictures } from "./use-pictures.ts";
import { useStopKey } from "./use-stop-key.ts";

const EditingNote = lazyPart(() =>
  import("./take-back/editing-note.tsx").then(({ EditingNote: note }) => note),
);

type ComposerProps = {
  sessionId: string;
  busy: boolean;
  /** Whether the turn still runs is unknown. */
  cutOff?: boolean;
  /** The session has no message yet, or was just created here. */
  takesFocus: boolean;
  /** The model accepts images. */
  sees: boolean;
  /** The model is reasoning and has written no reply yet: it can be told to answer. */
  thinking: boolean;
  send: (op: OpBody) => Promise<void>;
  /** Absent before the first message. */
  edits?: Edits;
  onSent: () => void;
  /** What slash commands need. */
  desk: Pick<SlashDesk, "state" | "whole" | "fork" | "places" | "edit" | "review">;
  /** Before the first message it is the largest element of the page. */
  isLarge?: boolean;
  /** Controls for the next message: below it, at the left. */
  tools?: ReactNode;
  /** The model's activity, beside the stop button. */
  status?: ReactNode;
};

/** The message field. While a turn runs, a message is added to it after the current tool call. */
export function Composer(props: ComposerProps) {
  const { sessionId, busy, takesFocus, sees, thinking, send, edits, onSent, desk } = props;
  const { cutOff = false, isLarge = false, tools, status } = props;
  const { t } = useWords();
  const tellDraft = useDraftTeller(sessionId);
  const name = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(sessionId));
  const edit = useEditing(edits ?? {}, { field, text, setText });
  const editing = edits?.editing;
  const [stopping, setStopping] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { pictures, refusal, add, remove, clear, typed } = usePictures(sees);
  const attached = useFiles();
  const pastes = useRef<readonly string[]>([]);
  /** Images for a model that accepts them are sent as images; of every other file its text. */
  const attach = (files: readonly File[]) => {
    const isPicture = ({ type }: File) => type.startsWith("image/") && type !== "image/svg+xml";
    const some = files.filter(isPicture);
    if (some.length > 0) void add(some);
    const texts = files.filter((file) => !isPicture(file));
    if (texts.length > 0) attached.add(texts);
  };
  const [hurried, setHurried] = useState(false);
  if (stopping && !busy) setStopping(false);
  if (hurried && !thinking) setHurried(false);

  // The button that started the session was removed with its page, and the focus with it.
  useEffect(() => {
    if (takesFocus) focusMessageField();
  }, [takesFocus]);

  const { client } = useConsoleStore();
  const connection = useConsole((state) => state.connection);
  useEffect(() => {
    if (connection === "open") setFailure((now) => (now?.code === "daemon_unreachable" ? undefined : now));
  }, [connection]);
  const { workspace, turns } = desk.state;
  const isFree = useNoFolder() === workspace;
  const placeholder = busy
    ? t("chat.placeholder.busy")
    : turns > 0 || workspace === ""
      ? t("chat.placeholder.more")
      : isFree
        ? t("chat.placeholder.none")
        : t("chat.placeholder", { folder: visibleText(folderName(workspace)) });

  useLayoutEffect(() => {
    // The draft is kept while an earlier message is edited in the field.
    if (!editing) keepDraft(sessionId, text);
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
    // The placeholder may be two lines long.
  }, [sessionId, text, editing, placeholder]);
  const names = async () => (await client.call("listInvocables", { body: { workspace } })).names;
  const slash = useSlash({
    paths: async () =>
      workspace === "" ? [] : (await client.call("listPaths", { body: { workspace } })).paths,
    desk: {
      ...{ ...desk, send, names, t },
      memory: (command, argument) =>
        doMemoryCommand(client, command, argument, {
          session: desk.state.sessionId,
          used: memoriesOfTurn(desk.state),
          asked: wishToRemember(desk.state),
          ...(workspace !== "" && { workspace }),
        }),
      worktree: (argument) => doWorktreeCommand(client, argument, workspace),
      async draftCommit(from) {
        const { sessionId } = desk.state;
        if (sessionId === undefined) return undefined;
        return (await client.call("draftCommit", { params: { id: sessionId }, body: { from } })).draft;
      },
      edit(turn, files) {
        // The text was the command itself: no draft remains.
        setText("");
        desk.edit(turn, files);
      },
    },
    text,
    setText,
    focus: () => field.current?.focus(),
    onFailure: (thrown) => setFailure(failureOf(thrown)),
  });
  const submit = () => {
    const words = text.trim();
    if (words === "" || slash.entered(words)) return;
    say(words);
  };
  const say = (words: string) => {
    // A file that is still being read would be sent with the next message instead.
    if (attached.reading !== undefined) return;
    setText("");
    slash.typed();
    setFailure(undefined);
    // The daemon decides whether a message starts a turn or joins the running one; images need a new turn.
    const images = busy ? [] : pictures.map(({ mediaType, base64 }) => ({ mediaType, base64 }));
    const text = withFiles(words, attached.files);
    const said: OpBody = {
      ...{ type: "send-message", text },
      ...(images.length > 0 && { images }),
      ...(hasPaste(words, pastes.current) && { pasted: true }),
    };
    const message = edit.opFor(text) ?? said;
    const sent = () => {
      if (!busy && message === said) clear();
      attached.clear();
      if (message !== said) edit.sent();
      onSent();
    };
    send(message).then(sent, (thrown: unknown) => {
      setFailure(failureOf(thrown));
      setText((now) => asOneMessage([words, now]));
    });
  };
  const stop = () => {
    setStopping(true);
    send({ type: "cancel" }).catch((thrown: unknown) => {
      setStopping(false);
      setFailure(failureOf(thrown));
    });
  };
  const answerNow = () => {
    setHurried(true);
    send({ type: "answer-now" }).catch((thrown: unknown) => {
      setHurried(false);
      const refused = failureOf(thrown);
      // The reply began before the request arrived.
      if (refused.code !== "no_open_turn") setFailure(refused);
    });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (slash.pressed(event)) return;
    const { key, shiftKey, keyCode, nativeEvent } = event;
    if (editing && key === "Escape" && !nativeEvent.isComposing) {
      event.preventDefault();
      edit.left();
      return;
    }
    const meaning = meaningOfKey({ key, shiftKey, keyCode, isComposing: nativeEvent.isComposing });
    if (meaning !== "send") return;
    event.preventDefault();
    submit();
  };
  useStopKey(busy ? stop : undefined);

  const keepPaste = (data: DataTransfer) => {
    const text = data.getData("text/plain").replace(/\r\n?/g, "\n");
    if (text !== "") pastes.current = [text, ...pastes.current].slice(0, keptPastes);
  };
  const paste = (event: ClipboardEvent) => {
    keepPaste(event.clipboardData);
    const files = [...event.clipboardData.files];
    // Programs that copy text may add an image of it to the clipboard.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    attach(files);
  };
  const drop = (event: DragEvent) => {
    keepPaste(event.dataTransfer);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };

  return (
    <form
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={drop}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FailureLine failure={failure} className="mb-2 text-ui" />
      <SlashPanel id={`${name}-commands`} slash={slash} onWords={() => say(text.trim())} />
      <div className="composer rounded-large bg-card p-1.5 inset-ring inset-ring-control shadow-2 max-sm:in-data-waits:flex max-sm:in-data-waits:flex-wrap max-sm:in-data-waits:items-center max-sm:in-data-waits:p-0.5">
        {edits && editing && <EditingNote {...edits} editing={editing} {...edit.note} onLeave={edit.left} />}
        <PictureStrip pictures={pictures} refusal={refusal} onRemove={remove} />
        <FileStrip {...attached} />
        <textarea
          ref={field}
          aria-label={t("chat.message")}
          data-message=""
          dir="auto"
          rows={1}
          value={text}
          aria-describedby={`${name}-hint`}
          aria-autocomplete="list"
          aria-controls={slash.choices.length > 0 ? `${name}-commands` : undefined}
          aria-activedescendant={slash.choices.length > 0 ? `${name}-commands-${slash.at}` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setFailure(undefined);
            slash.typed();
            typed();
            if (editing) return;
            const { inputType } = event.nativeEvent as InputEvent;
            tellDraft(event.target.value, inputType === "insertFromPaste" || inputType === "insertFromDrop");
          }}
          onKeyDown={press}
          onPaste={paste}
          placeholder={placeholder}
          className={`block max-h-[40dvh] w-full resize-none max-sm:in-data-waits:w-0 max-sm:in-data-waits:flex-1 max-sm:in-data-waits:py-2.5 bg-transparent px-3 pt-2.5 pb-1 outline-none ${isLarge ? "min-h-24 text-h3" : "min-h-11"}`}
        />
        <p id={`${name}-hint`} className="sr-only">
          {t(busy ? "chat.hint.busy" : "chat.hint")}
        </p>
        {/* On a phone the status has its own line, above the buttons. */}
        <div className={`flex items-center gap-1 p-0.5 ${busy ? "max-sm:flex-wrap" : ""}`}>
          <span className="contents max-sm:in-data-waits:hidden">
            <AttachButton onFiles={attach} />
            {tools}
          </span>
          <span
            className={`min-w-0 flex-1 max-sm:in-data-waits:hidden ${busy ? "max-sm:order-first max-sm:basis-full max-sm:pl-2.5" : ""}`}
          >
            {status}
          </span>
          {thinking && !cutOff && (
            <Button onClick={answerNow} disabled={hurried || stopping} title={t("chat.answer-now.why")}>
              {t("chat.answer-now")}
            </Button>
          )}
          {busy && !cutOff && (
            <Button
              icon="stop"
              className="whitespace-nowrap max-sm:ml-auto"
              onClick={stop}
              disabled={stopping}
              keyName="Esc"
            >
              {t(stopping ? "chat.stopping" : "chat.stop")}
            </Button>
          )}
          {(!busy || text.trim() !== "") && (
            <button
              type="submit"
              aria-label={t(busy ? "chat.steer" : "chat.send")}
              title={t(busy ? "chat.steer" : "chat.send")}
              disabled={text.trim() === "" || attached.reading !== undefined}
              className="grid size-9 flex-none place-items-center rounded-card bg-accent text-accent-text transition-colors duration-[120ms] ease-out hover:bg-accent-hover disabled:bg-sunken disabled:text-faint pointer-coarse:size-11"
            >
              <Icon name="send" size={18} />
            </button>
          )}
        </div>
      </div>
    </form>
  );
}
