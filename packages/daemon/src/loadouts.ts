import {
  compareLoadouts,
  type DigestedLoadout,
  type Engine,
  KestrelError,
  type LoadoutBook,
  loadoutBill,
  loadoutChoices,
  loadoutExcess,
  type ModelBackend,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Failure } from "@kestrel/protocol";
import type {
  CheckedLoadout,
  FrozenLoadout,
  LeavingPlace,
  ListedLoadout,
  LoadoutBill,
  LoadoutChoices,
  LoadoutDifference,
  LoadoutDraft,
} from "@kestrel/protocol/api";

type Parts = {
  book: LoadoutBook | undefined;
  backend: Pick<ModelBackend, "countTexts" | "countTokens" | "facts">;
  engine: Pick<Engine, "status">;
};

/** Loadouts with what each costs, counted by the model in use. No model is started for it. */
export class Loadouts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A list of places that cannot be read hides no loadout. */
  async list(): Promise<{ loadouts: ListedLoadout[]; folder: string } & Accepted> {
    const { book } = this.#parts;
    const found = (await book?.list()) ?? [];
    const counter = await this.#counter();
    const loadouts: ListedLoadout[] = [];
    for (const { found: looked, ...one } of found) {
      loadouts.push(looked ? { ...one, checked: await checked(looked, counter) } : one);
    }
    return { loadouts, folder: book?.folder ?? "", ...(await acceptedIn(book)) };
  }

  /** What the one in force names and is not here. */
  async missing(): Promise<{ file: string; key: string; name: string }[]> {
    const inForce = await this.#parts.book?.inForce();
    const problems = inForce?.found?.problems ?? [];
    return problems.map(({ key, name }) => ({ file: inForce?.file ?? "", key, name }));
  }

  /** Tokens by the tokenizer of the model that runs; estimates where none does. */
  async bill(frozen: FrozenLoadout): Promise<LoadoutBill> {
    return billed(frozen, await this.#counter());
  }

  /** What a draft can name here. */
  async choices(): Promise<LoadoutChoices> {
    return loadoutChoices((await this.#parts.book?.choices()) ?? { tools: [], lines: [] });
  }

  /** A draft looked up and counted; nothing is written. Rejects with `loadout_invalid`. */
  async check(draft: LoadoutDraft): Promise<CheckedLoadout> {
    return checked(await this.#book.draft(draft), await this.#counter());
  }

  /** A new file of the user's. Rejects with `loadout_invalid`; with `loadout_unavailable` where there is one of that name. */
  async save(draft: LoadoutDraft): Promise<{ name: string; file: string }> {
    return { name: draft.name, file: await this.#book.save(draft) };
  }

  /** The text and path of its file. Rejects with `loadout_unavailable`. */
  text(name: string): Promise<{ file: string; text: string }> {
    return this.#book.text(name);
  }

  /** Puts one of the user's aside; `restore` brings it back. Both resolve its file, and reject with `loadout_unavailable`. */
  async remove(name: string): Promise<{ file: string }> {
    return { file: await this.#book.remove(name) };
  }

  async restore(name: string): Promise<{ file: string }> {
    return { file: await this.#book.restore(name) };
  }

  /** Revokes every consent to an address: nothing is sent there on their basis any more. */
  forgetPlace(url: string): ReturnType<LoadoutBook["forgetPlace"]> {
    return this.#book.forgetPlace(url);
  }

  /** What differs between two of the shelf, by their names. Rejects with `loadout_invalid` and `loadout_unavailable`. */
  async compare(before: string, after: string): Promise<LoadoutDifference[]> {
    const book = this.#book;
    return compareLoadouts((await book.named(before)).frozen, (await book.named(after)).frozen);
  }

  get #book(): LoadoutBook {
    const { book } = this.#parts;
    if (!book) throw new KestrelError("loadout_unavailable", "no loadouts here", { reason: "ENOENT" });
    return book;
  }

  /** The model that counts tokens, and its window. Undefined when no model is ready. */
  async #counter(): Promise<Counter | undefined> {
    const { backend, engine } = this.#parts;
    if (engine.status().state !== "ready") return undefined;
    const facts = await backend.facts().catch(passOver("asking a model server"));
    return facts && { backend, window: facts.window };
  }
}

type Accepted = { accepted: LeavingPlace[]; unreadable?: Failure };

type Counter = { backend: Parts["backend"]; window: number | undefined };

async function acceptedIn(book: LoadoutBook | undefined): Promise<Accepted> {
  try {
    return { accepted: [...((await book?.accepted()) ?? [])] };
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    return { accepted: [], unreadable: { code: error.code, params: error.params } };
  }
}

function billed(frozen: FrozenLoadout, counter: Counter | undefined): Promise<LoadoutBill> {
  const { model } = frozen;
  const wanted = typeof model?.window === "number" ? model.window : undefined;
  return loadoutBill(frozen, counter?.backend, wanted ?? counter?.window, passOver("counting tokens"));
}

async function checked(looked: DigestedLoadout, counter: Counter | undefined): Promise<CheckedLoadout> {
  const bill = await billed(looked.frozen, counter);
  const excess = loadoutExcess(bill);
  return { ...looked, bill, ...(excess && { excess }) };
}
