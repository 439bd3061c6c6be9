import type { TurnId } from "@kestrel/protocol";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { Host } from "../ports/host.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { StopHook } from "../ports/stop-hook.ts";
import type { Tool } from "../ports/tool.ts";
import type { Album } from "../session/album.ts";
import type { Bell } from "../session/bell.ts";
import type { LiveAir } from "../session/live-air.ts";
import type { Mailbox } from "../session/mailbox.ts";
import type { Record } from "../session/record.ts";
import type { Limits } from "../session/session-parts.ts";

/** Everything one turn works with. */
export type TurnParts = {
  turnId: TurnId;
  record: Record;
  air: LiveAir;
  mailbox: Mailbox;
  bell: Bell;
  album: Album;
  backend: ModelBackend;
  tools: readonly Tool[];
  host: Host;
  limits: Limits;
  stopHook?: StopHook;
  cancel: CancelSignal;
};
