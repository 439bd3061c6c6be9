import {
  changedSampling,
  type Mode,
  NewSession,
  type OpBody,
  type Sampling,
  type SamplingChange,
} from "@kestrel/protocol";
import type { ModelOrigin } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { UsageError } from "../arguments.ts";
import type { FollowedSession } from "../daemon/followed-session.ts";
import type { SessionWish } from "../daemon/pick-session.ts";
import type { Say } from "../i18n/say.ts";

type RevokedGrant = Extract<OpBody, { type: "revoke" }>["grant"];

/** The user's choices for the open session, or for the one that begins with the next message. */
export class WishedSession {
  #wish: SessionWish;
  /** The default mode of a new session. */
  usual: Mode | undefined;
  readonly #session: () => FollowedSession | undefined;

  constructor(wish: SessionWish, session: () => FollowedSession | undefined) {
    this.#wish = wish;
    this.#session = session;
  }

  /** The choices without the default mode. The daemon sets that itself, and so a loadout's stricter one. */
  get now(): SessionWish {
    const mode = this.#session()?.state.mode ?? this.#wish.mode;
    const { sampling, systemText, memory, model } = this;
    return { ...this.#wish, mode, sampling, systemText, memory, model };
  }

  /** The model beside the main one. */
  get model(): ModelOrigin | undefined {
    return this.#session() ? undefined : this.#wish.model;
  }

  /** For the session that begins with the next message; undefined: the main model. */
  setModel(model: ModelOrigin | undefined): void {
    this.#wish = { ...this.#wish, model };
  }

  /** False: a private session. */
  get memory(): boolean | undefined {
    const session = this.#session();
    return session ? session.state.memory : this.#wish.memory;
  }

  get mode(): Mode | undefined {
    return this.#session()?.state.mode ?? this.#wish.mode ?? this.usual;
  }

  get sampling(): Sampling | undefined {
    const session = this.#session();
    return session ? session.state.sampling : this.#wish.sampling;
  }

  /** The user's part of the system prompt. */
  get systemText(): string | undefined {
    const session = this.#session();
    return session ? session.state.systemText : this.#wish.systemText;
  }

  /** The next session begins with the same choices; when this one's window is full, it continues it. */
  keep(): void {
    const state = this.#session()?.state;
    this.#wish = { ...this.now, continues: state && isFull(state) ? state.sessionId : undefined };
  }

  async setMode(mode: Mode): Promise<void> {
    this.#wish = { ...this.#wish, mode };
    await this.#session()?.ask({ type: "set-mode", mode });
  }

  async setMemory(on: boolean): Promise<void> {
    const session = this.#session();
    if (session) await session.ask({ type: "set-memory", on });
    else this.#wish = { ...this.#wish, memory: on };
  }

  /** Revokes a grant of the session. */
  async revoke(grant: RevokedGrant): Promise<void> {
    await this.#session()?.ask({ type: "revoke", grant });
  }

  async setSampling(change: SamplingChange): Promise<void> {
    const session = this.#session();
    if (session) await session.ask({ type: "set-sampling", change });
    else this.#wish = { ...this.#wish, sampling: changedSampling(this.#wish.sampling, change) };
  }

  /** Applies to the next session; an open one keeps its own. Throws UsageError. */
  setSystemText(text: string, say: Say): void {
    const { data, success } = NewSession.shape.systemText.safeParse(text);
    if (!success) throw new UsageError(say("system.long"));
    this.#wish = { ...this.#wish, systemText: data };
  }
}

/** True if the last turn ended because the window is full. */
function isFull({ timeline }: SessionState): boolean {
  for (const entry of timeline.backwards()) if (entry.kind === "end") return entry.reason === "context_full";
  return false;
}
