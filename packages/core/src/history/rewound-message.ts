import type { EventBody, KeptImage, Op, TurnId } from "@kestrel/protocol";
import { placeOfMessage, type SessionState } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";

/** The op of a rewind. */
export type RewindOp = Op & { type: "rewind" };

/** The events of a rewind: the rewind itself, and the message that replaces the old one, if any. */
export function rewindEvents(state: SessionState, op: RewindOp, turnId: TurnId): EventBody[] {
  const { turn, opId } = op;
  const at = placeOfMessage(state, turn);
  const message = at === undefined ? undefined : state.timeline.at(at);
  if (message?.kind !== "user") throw new KestrelError("not_found", "no such message in the conversation");
  const words = op.again ? message.text : op.text;
  if (words === undefined) return [{ type: "history.rewound", turn, why: "asked", opId }];
  const goesOn = op.again && message.goesOn;
  const { pasted } = message;
  const images: KeptImage[] | undefined = message.images && [...message.images];
  return [
    { type: "history.rewound", turn, why: op.again ? "regenerated" : "edited" },
    {
      type: "turn.started",
      turnId,
      text: words,
      images,
      ...(goesOn && { goesOn }),
      ...(pasted && { pasted }),
      opId,
    },
  ];
}

/** The message that continues a cut answer. */
export const goOn = "Go on exactly where you stopped. Repeat nothing.";
