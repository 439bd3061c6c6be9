import type { LiveSnapshot } from "@kestrel/protocol";
import type { Piece } from "./watcher.ts";

type Spoken = Pick<LiveSnapshot, "text" | "reasoning">;

/** What one client can put together of each reply, by turn and step. Throws at a gap. */
export function heard(pieces: readonly Piece[]): Map<string, Spoken> {
  const replies = new Map<string, Spoken>();
  const add = (reply: string, part: keyof Spoken, offset: number, delta: string) => {
    const spoken = replies.get(reply) ?? { text: "", reasoning: "" };
    const have = spoken[part];
    if (offset > have.length)
      throw new Error(`${reply}: ${part} goes on at ${offset}, only ${have.length} known`);
    const overlap = have.slice(offset, offset + delta.length);
    if (!delta.startsWith(overlap)) throw new Error(`${reply}: ${part} differs at ${offset}`);
    replies.set(reply, { ...spoken, [part]: have + delta.slice(overlap.length) });
  };
  for (const piece of pieces) {
    if (piece.kind === "reset") replies.clear();
    else if (piece.kind === "event") {
      const { body } = piece.event;
      if (body.type === "reply.text") add(`${body.turnId}/${body.step}`, "text", body.offset, body.text);
      if (body.type === "reply.reasoning")
        add(`${body.turnId}/${body.step}`, "reasoning", body.offset, body.text);
    } else if (piece.frame.type === "snapshot") {
      const { turnId, step, text, reasoning } = piece.frame.live;
      if (turnId) {
        add(`${turnId}/${step}`, "reasoning", 0, reasoning);
        add(`${turnId}/${step}`, "text", 0, text);
      }
    } else if (piece.frame.type === "text" || piece.frame.type === "reasoning") {
      const { turnId, step, type, offset, delta } = piece.frame;
      add(`${turnId}/${step}`, type, offset, delta);
    }
  }
  return replies;
}
