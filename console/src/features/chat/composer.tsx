import type { Failure, Op } from "@kestrel/protocol";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { meaningOfKey } from "./composer-keys.ts";
import { keepDraft, readDraft } from "./draft.ts";

type ComposerProps = {
  sessionId: string;
  busy: boolean;
  send: (op: Op) => Promise<void>;
  onSent: () => void;
};

/** Where a person writes. While a turn runs, the words are added to it after the current tool call. */
export function Composer({ sessionId, busy, send, onSent }: ComposerProps) {
  const { t } = useWords();
  const name = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(sessionId));
  const [stopping, setStopping] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (stopping && !busy) setStopping(false);

  useLayoutEffect(() => {
    keepDraft(sessionId, text);
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [sessionId, text]);

  const submit = () => {
    const words = text.trim();
    if (words === "") return;
    setText("");
    setFailure(undefined);
    send({ type: busy ? "steer" : "send-message", text: words }).then(onSent, (thrown: unknown) => {
      setFailure(failureOf(thrown));
      setText((now) => (now === "" ? words : now));
    });
  };
  const stop = () => {
    setStopping(true);
    send({ type: "cancel" }).catch((thrown: unknown) => {
      setStopping(false);
      setFailure(failureOf(thrown));
    });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, keyCode, nativeEvent } = event;
    const meaning = meaningOfKey({ key, shiftKey, keyCode, isComposing: nativeEvent.isComposing });
    if (meaning === "send") {
      event.preventDefault();
      submit();
    } else if (meaning === "stop" && busy) stop();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {failure && (
        <div role="alert" className="mb-2 text-13 text-danger">
          <FailureText failure={failure} />
        </div>
      )}
      <div className="rounded-card border border-control bg-surface focus-within:border-focus">
        <label htmlFor={name} className="sr-only">
          {t("chat.message")}
        </label>
        <textarea
          id={name}
          ref={field}
          rows={1}
          value={text}
          aria-describedby={`${name}-hint`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none"
        />
        <div className="flex items-center gap-2 pt-1 pr-2 pb-2 pl-4">
          <p
            id={`${name}-hint`}
            className="min-w-0 flex-1 truncate text-12 text-faint pointer-coarse:invisible"
          >
            {t(busy ? "chat.hint.busy" : "chat.hint")}
          </p>
          {busy && (
            <Button icon="stop" onClick={stop} disabled={stopping} keyName="Esc">
              {t(stopping ? "chat.stopping" : "chat.stop")}
            </Button>
          )}
          {(!busy || text.trim() !== "") && (
            <Button type="submit" look="primary" icon="send" disabled={text.trim() === ""}>
              {t(busy ? "chat.steer" : "chat.send")}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
