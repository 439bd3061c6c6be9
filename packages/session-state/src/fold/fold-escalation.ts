import type { EscalationAnswered, EscalationEnded, EscalationOffered } from "@kestrel/protocol";
import type { z } from "zod";
import type { SessionState } from "../session-state.ts";

type Body = z.infer<typeof EscalationOffered | typeof EscalationAnswered | typeof EscalationEnded>;

export function foldEscalation(state: SessionState, body: Body): SessionState {
  const known = state.escalation;
  switch (body.type) {
    case "escalation.offered": {
      const { type: _, ...open } = body;
      const { offers = 0, used = 0, turn } = known ?? {};
      const escalation = { offers: offers + 1, used, open, offeredIn: body.turnId, ...(turn && { turn }) };
      return { ...state, escalation };
    }
    case "escalation.answered": {
      if (known?.open?.offer !== body.offer) return state;
      const { open: _, ...rest } = known;
      if (!body.accepted) return { ...state, escalation: rest };
      const turn = state.openTurn ? state.turns : state.turns + 1;
      return { ...state, escalation: { ...rest, used: rest.used + 1, turn } };
    }
    case "escalation.ended": {
      const { turn: _, ...rest } = known ?? { offers: 0, used: 0, offeredIn: body.turnId };
      return { ...state, escalation: rest };
    }
    default:
      return body satisfies never;
  }
}

/** Whether the larger model answers in the open turn. */
export function isEscalated({ escalation, openTurn, turns }: SessionState): boolean {
  return openTurn !== undefined && escalation?.turn === turns;
}
