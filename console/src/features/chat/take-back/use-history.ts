import type { Failure, OpBody, SessionId, TurnId } from "@kestrel/protocol";
import type { SessionState, UserEntry } from "@kestrel/session-state";
import { useMemo, useRef, useState } from "react";
import { useConsoleStore } from "../../../session/console-context.tsx";
import { failureOf, passOver } from "../../../session/failure.ts";
import type { HistoryActions } from "../../../session/session-actions.tsx";
import { keepDraft } from "../draft.ts";

/** What the undo panel starts with: from that message on, or the user's choice; `again`: to retry it. */
export type TakeBack = { turn?: TurnId; again?: true };

/** The message that is being edited. `files`: sending it also undoes later file changes. */
export type Editing = { turn: TurnId; text: string; files: boolean };

type HistoryParts = {
  id: SessionId;
  state: SessionState | undefined;
  send: ((op: OpBody) => Promise<void>) | undefined;
  addressOf: (id: SessionId) => string;
};

/** Loaded on first use, to keep it out of the start of the page. */
const deeds = () => import("./do-history.ts");

/** The history of a session: undo, edit, retry and fork for messages, the dock and slash commands, and the open panel. */
export function useHistory({ id, state, send, addressOf }: HistoryParts) {
  const store = useConsoleStore();
  const [takeBack, setTakeBack] = useState<TakeBack & { id: SessionId }>();
  const [editing, setEditing] = useState<Editing & { id: SessionId }>();
  const [failure, setFailure] = useState<{ id: SessionId; failure: Failure }>();
  const now = useRef({ state, addressOf });
  now.current = { state, addressOf };
  const actions = useMemo((): HistoryActions | undefined => {
    if (!send) return undefined;
    const act = async (does: (state: SessionState) => Promise<void>) => {
      setFailure(undefined);
      try {
        if (now.current.state) await does(now.current.state);
      } catch (thrown) {
        setFailure({ id, failure: failureOf(thrown) });
        throw thrown;
      }
    };
    return {
      takeBack: (turn) =>
        void store
          .readWhole()
          .catch(passOver)
          .then(() => setTakeBack({ id, turn })),
      redo: () => act(async (current) => (await deeds()).redo(current, send)),
      regenerate: (turn) =>
        act(async (current) => {
          const more = await (await deeds()).regenerate(current, turn, send);
          if (more !== undefined) setTakeBack({ id, turn: more, again: true });
        }),
      edit: (turn, files = false) => {
        const message = now.current.state && messageIn(now.current.state, turn);
        if (message) setEditing({ id, turn: message.turnId, text: message.text, files });
      },
      continueAnswer: () => act(() => send({ type: "continue" })),
      fork: (turn, keepsMessage) =>
        act(async (current) => {
          const origin = { id, state: current };
          const forked = await (await deeds()).fork(store, origin, turn, keepsMessage === true);
          if (forked.text !== undefined) keepDraft(forked.id, forked.text);
          window.location.hash = now.current.addressOf(forked.id);
        }),
    };
  }, [id, send, store]);
  const here = <Value extends { id: SessionId }>(value: Value | undefined) =>
    value?.id === id ? value : undefined;
  return {
    actions,
    takeBack: here(takeBack),
    endTakeBack: () => setTakeBack(undefined),
    editing: here(editing),
    endEditing: () => setEditing(undefined),
    failure: here(failure)?.failure,
  };
}

/** The message of that turn, or the last one. */
function messageIn({ timeline }: SessionState, turn: TurnId | undefined): UserEntry | undefined {
  for (const entry of timeline.backwards())
    if (entry.kind === "user" && (turn === undefined || entry.turnId === turn)) return entry;
  return undefined;
}
