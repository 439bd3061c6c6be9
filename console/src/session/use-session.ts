import type { OpBody, SentImage, SessionId } from "@kestrel/protocol";
import { haltedState } from "@kestrel/session-state";
import { useCallback, useMemo } from "react";
import { useConsole, useConsoleStore } from "./console-context.tsx";
import type { ShownSession } from "./console-state.ts";

/** The open session: folded log, live part, and its requests. Undefined until the stream delivers it. */
export function useSession(id: SessionId):
  | {
      session: ShownSession;
      send: (op: OpBody) => Promise<void>;
      readImage: (blob: string) => Promise<SentImage>;
    }
  | undefined {
  const store = useConsoleStore();
  const open = useConsole(({ open: shown }) => (shown?.id === id ? shown : undefined));
  const session = useMemo(() => open && asHalted(open), [open]);
  const send = useCallback((op: OpBody) => store.send(id, op), [store, id]);
  const readImage = useCallback(
    (blob: string) => store.client.call("readImage", { params: { id, blob } }),
    [store, id],
  );
  return session && { session, send, readImage };
}

/** A turn that ended although its log could not be written is shown as ended. */
function asHalted(open: ShownSession): ShownSession {
  const { halted } = open.live;
  return halted ? { ...open, state: haltedState(open.state, halted) } : open;
}
