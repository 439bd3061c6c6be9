import type { Op, OpAnswer, OpId, TurnId, UndoTarget } from "@kestrel/protocol";
import type { UndoPreview } from "@kestrel/protocol/api";
import { canContinue } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";
import { goOn, type RewindOp, rewindEvents } from "../history/rewound-message.ts";
import { previewUndo, undoFiles } from "../history/undo-files.ts";
import { askAboutPrompt } from "../hooks/ask-hooks.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { SessionTurns } from "./session-turns.ts";

/** Undo between turns: files, and messages. */
export class SessionHistory {
  readonly #agent: AgentParts;
  readonly #journal: SessionJournal;
  readonly #turns: SessionTurns;

  constructor(agent: AgentParts, journal: SessionJournal, turns: SessionTurns) {
    this.#agent = agent;
    this.#journal = journal;
    this.#turns = turns;
  }

  preview(target: UndoTarget): Promise<UndoPreview> {
    return previewUndo(this.#agent, this.#journal.state, target);
  }

  async undo({ target, opId }: Op & { type: "undo" }): Promise<OpAnswer> {
    await this.#turns.between(() => this.#restore(target, { opId, told: true }));
    return { accepted: "done" };
  }

  /** Files first: if they cannot be restored at all, the conversation stays unchanged. */
  async rewind(op: RewindOp, turnId: TurnId): Promise<OpAnswer> {
    const events = () => rewindEvents(this.#journal.state, op, turnId);
    const [, message] = events();
    const restoring = op.files
      ? () => this.#restore({ to: op.turn }, { told: false }).catch(unlessNothing)
      : async () => {};
    if (message) {
      const said = message.type === "turn.started" ? message.text : "";
      const heard = await askAboutPrompt(this.#agent, this.#journal.state, said);
      return this.#turns.startWith(turnId, restoring, () => {
        const [rewound, ...more] = events();
        return rewound ? [rewound, ...heard, ...more] : [];
      });
    }
    await this.#turns.between(async () => {
      await restoring();
      await this.#journal.append(...events());
    });
    return { accepted: "done" };
  }

  async continue(turnId: TurnId, { opId }: Op & { type: "continue" }): Promise<OpAnswer> {
    if (!canContinue(this.#journal.state))
      throw new KestrelError("nothing_to_continue", "the last answer was not cut");
    return this.#turns.take(turnId, { type: "send-message", text: goOn, goesOn: true, opId });
  }

  async #restore(target: UndoTarget, how: { opId?: OpId; told: boolean }): Promise<void> {
    const events = await undoFiles(this.#agent, this.#journal.state, { target, ...how });
    await this.#journal.append(...events);
  }
}

/** A conversation without file changes is rewound without files. */
function unlessNothing(error: unknown): void {
  if (!(error instanceof KestrelError && error.code === "nothing_to_undo")) throw error;
}
