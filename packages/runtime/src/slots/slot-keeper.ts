import type { Endpoint } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { SessionId, Usage } from "@kestrel/protocol";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field } from "../servers/json-fields.ts";
import type { SlotFiles } from "./slot-files.ts";

export type SlotKeeping = {
  files: SlotFiles;
  /** Whether this model's saved slots are known to be useless after a restore. */
  inVain(): Promise<boolean>;
  /** Called with the server's cache result for the first request after a restore. */
  learned(works: boolean): Promise<void>;
  /** Milliseconds without a reply after which the slot is saved. */
  quietMs: number;
  /** Whether no reply is running. */
  free(): boolean;
};

/** Milliseconds; a saved slot may have gigabytes. */
const patienceMs = 60_000;
/** Minimum share of a restored slot that the next request must reuse. */
const worked = 0.9;

/**
 * Tracks the content of the engine's one slot and the sessions seen since its start. When idle, and before it stops, the session in it is
 * saved; an unseen one is restored before its first request.
 */
export class SlotKeeper {
  readonly #keeping: SlotKeeping;
  #life: Endpoint | undefined;
  #held: { session: SessionId; saved: boolean } | undefined;
  /** Whether the slot may contain text that was not sent, until a complete reply or a restore replaces it. */
  #unsent = false;
  readonly #met = new Set<SessionId>();
  #broughtBack: number | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(keeping: SlotKeeping) {
    this.#keeping = keeping;
  }

  /** Whether that session has a file. */
  async parked(session: SessionId | undefined): Promise<boolean> {
    return session !== undefined && (await this.#keeping.files.has(session));
  }

  /**
   * Before a request of that session: restores its slot when the engine has not seen it. `ahead`: an optional request, so the slot's
   * content is saved first; `unsent`: from then on it may contain text that was not sent. Never rejects.
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

  /** After a complete reply: the slot's content was sent by the user. A cancelled request may never have reached it. */
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

  /** Saves the slot, unless it contains text that was not sent. Never rejects. */
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
    // A restore would overwrite the slot unsaved: another prompt first moves its content to the host-memory cache.
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

  /** Resets everything when the engine was restarted: its slot is empty then. */
  #see(endpoint: Endpoint): void {
    if (this.#life === endpoint) return;
    this.#life = endpoint;
    this.#held = undefined;
    this.#unsent = false;
    this.#broughtBack = undefined;
    this.#met.clear();
  }
}
