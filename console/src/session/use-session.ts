import type { Op, SentImage, SessionId } from "@kestrel/protocol";
import { useCallback } from "react";
import type { OpenSession } from "./board.ts";
import { useBoard, useWorkbench } from "./workbench-context.tsx";

/** The open session as it is now: folded log, live part, and how to speak to it and read what it keeps. Undefined until the stream shows it. */
export function useSession(id: SessionId):
  | {
      session: OpenSession;
      send: (op: Op) => Promise<void>;
      readImage: (blob: string) => Promise<SentImage>;
    }
  | undefined {
  const workbench = useWorkbench();
  const session = useBoard(({ open }) => (open?.id === id ? open : undefined));
  const send = useCallback((op: Op) => workbench.send(id, op), [workbench, id]);
  const readImage = useCallback(
    (blob: string) => workbench.client.call("readImage", { params: { id, blob } }),
    [workbench, id],
  );
  return session && { session, send, readImage };
}
