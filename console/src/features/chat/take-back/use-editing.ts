import type { OpBody, SessionId } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Editing } from "./use-history.ts";

/** The message of a session that is edited in the field and sent in its place. */
export type Edits = { id: SessionId; state: SessionState; editing?: Editing; onEnd: () => void };

type Field = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (change: (now: string) => string) => void;
};

/** Puts an earlier message in place of the draft, which returns when it is sent or cancelled. */
export function useEditing({ editing, onEnd }: Partial<Edits>, { field, text, setText }: Field) {
  const [withFiles, setWithFiles] = useState(false);
  const draft = useRef<string>(undefined);
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    if (!editing) return;
    draft.current ??= latest.current;
    setText(() => editing.text);
    setWithFiles(editing.files);
    field.current?.focus({ preventScroll: true });
  }, [editing, field, setText]);
  const end = (textAfter: (now: string, before: string) => string) => {
    const before = draft.current ?? "";
    draft.current = undefined;
    setText((now) => textAfter(now, before));
    onEnd?.();
  };
  return {
    opFor: (words: string): OpBody | undefined =>
      editing && { type: "rewind", turn: editing.turn, text: words, ...(withFiles && { files: true }) },
    /** Text typed since it was sent is kept, after the draft. */
    sent: () => end((now, before) => [before, now].filter((one) => one !== "").join("\n")),
    left: () => end((_, before) => before),
    note: { withFiles, onFiles: setWithFiles },
  };
}
