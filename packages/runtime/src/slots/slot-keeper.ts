import type { Endpoint } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { SessionId, Usage } from "@kestrel/protocol";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field } from "../servers/json-fields.ts";
import type { SlotFiles } from "./slot-files.ts";

export type SlotKeeping = {
  files: SlotFiles;
  /** Whether this model's slots are known not to survive a file. */
  inVain(): Promise<boolean>;
  /** What the server said of the first request after a slot came back. */
  learned(works: boolean): Promise<void>;
  /** Without a reply for so long what the slot holds is saved. Milliseconds. */
  quietMs: number;
  /** Whether no reply runs now. */
  free(): boolean;
};

/** A saved slot may have gigabytes. */
const patienceMs = 60_000;
/** Of what came back from a file, so much must be found by the next request. */
const worked = 0.9;

/**
 * What the one slot of an engine of ours holds, and which sessions it has met in this life. When it falls quiet, and before
 * it is stopped, the session in it is saved; one that it has not met is brought back before its first request.
 */
export class SlotKeeper {
  readonly #keeping: SlotKeeping;
  #life: Endpoint | undefined;
  #held: { session: SessionId; saved: boolean } | undefined;
  /** Whether words that were not sent may be in the slot: until a whole reply, or a file, has taken their place. */
  #unsent = false;
  readonly #met = new Set<SessionId>();
  #broughtBack: number | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(keeping: SlotKeeping) {
    this.#keeping = keeping;
  }

  /** Whether a file of that session lies here. */
  async parked(session: SessionId | undefined): Promise<boolean> {
    return session !== undefined && (await this.#keeping.files.has(session));
  }

  /**
   * Before a request of that session: its slot is brought back where the engine has not met it. `ahead`: it is not waited for,
   * so what the slot holds is saved first; `unsent`: from then on it may hold words that were not sent. Never rejects.
   */
  async before(
    endpoint: Endpoint,
    session: SessionId | undefined,
    { ahead = false, unsent = false } = {},
  ): Promise<void> {
    this.#see(endpoint);
    if (ahead) await this.save();
    clearTimeout(this.#quiet);
    if (session !== undefined && !this.#met.has(session))
      await this.#bringBack(endpoint, session).catch(passOver("restoring a slot", { sessionId: session }));
    this.#unsent ||= unsent;
    this.#held = session && { session, saved: false };
    if (session !== undefined) this.#met.add(session);
  }

  /** After a whole reply: what the slot holds was sent by a person. One that was cancelled may never have reached it. */
  after(session: SessionId | undefined, usage: Usage | undefined): void {
    this.#unsent = false;
    if (session === undefined || this.#held?.session !== session) return;
    const expected = this.#broughtBack;
    this.#broughtBack = undefined;
    if (expected !== undefined && usage?.cached !== undefined)
      void this.#keeping.learned(usage.cached >= expected * worked).catch(passOver("keeping a profile"));
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.save(), this.#keeping.quietMs);
    this.#quiet.unref();
  }

  /** Saves what the slot holds, unless it holds words that were not sent. Never rejects. */
  async save(): Promise<void> {
    clearTimeout(this.#quiet);
    const [held, endpoint, { files, free, inVain }] = [this.#held, this.#life, this.#keeping];
    if (!held || held.saved || this.#unsent || !endpoint?.slotKey || !free()) return;
    if (await inVain().catch(passOver("saving a slot"))) return;
    const name = files.nameOf(held.session, endpoint.slotKey);
    if (!(await files.makeRoom(held.session).catch(passOver("saving a slot")))) return;
    const answer = await this.#ask(endpoint, "save", name);
    if (typeof field(answer, "n_saved") !== "number") return;
    held.saved = true;
    await files.keep(name).catch(passOver("saving a slot"));
  }

  async #bringBack(endpoint: Endpoint, session: SessionId): Promise<void> {
    const { files, inVain } = this.#keeping;
    if (!endpoint.slotKey || !(await files.has(session)) || (await inVain())) return;
    const name = files.nameOf(session, endpoint.slotKey);
    if (!(await files.holds(name))) return;
    // A file takes the place of what the slot holds, unsaved: another prompt sends that to the host's memory first.
    if (this.#held) await this.#sendAway(endpoint);
    const restored = field(await this.#ask(endpoint, "restore", name), "n_restored");
    if (typeof restored !== "number") return files.drop(name);
    this.#broughtBack = restored;
    this.#unsent = false;
  }

  async #sendAway({ url, apiKey }: Endpoint): Promise<void> {
    const body = { prompt: "Somebody else begins to speak here now.", n_predict: 0, cache_prompt: true };
    await askServer(`${url}/completion`, { apiKey, patienceMs, body });
  }

  async #ask({ url, apiKey }: Endpoint, action: "save" | "restore", filename: string): Promise<unknown> {
    const target = `${url}/slots/0?action=${action}`;
    const answer = await askServer(target, { apiKey, patienceMs, body: { filename } });
    return answer && readJson(answer);
  }

  /** Resets everything when the engine was started again: its slot is empty then. */
  #see(endpoint: Endpoint): void {
    if (this.#life === endpoint) return;
    this.#life = endpoint;
    this.#held = undefined;
    this.#unsent = false;
    this.#broughtBack = undefined;
    this.#met.clear();
  }
}
