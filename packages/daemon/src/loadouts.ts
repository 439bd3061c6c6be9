import type { Engine } from "@kestrel/core";
import { type LoadoutBook, loadoutBill, loadoutExcess, type ModelBackend } from "@kestrel/core";
import type { CheckedLoadout, FrozenLoadout, ListedLoadout, LoadoutBill } from "@kestrel/protocol";

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

  async list(): Promise<{ loadouts: ListedLoadout[]; folder: string }> {
    const { book } = this.#parts;
    const found = (await book?.list()) ?? [];
    const loadouts: ListedLoadout[] = [];
    for (const { found: looked, ...one } of found) {
      loadouts.push(looked ? { ...one, checked: await this.#checked(looked) } : one);
    }
    return { loadouts, folder: book?.folder ?? "" };
  }

  /** What the one in force names and is not here. */
  async missing(): Promise<{ file: string; key: string; name: string }[]> {
    const inForce = (await this.#parts.book?.list())?.find((one) => one.inForce);
    const problems = inForce?.found?.problems ?? [];
    return problems.map(({ key, name }) => ({ file: inForce?.file ?? "", key, name }));
  }

  /** Tokens by the tokenizer of the model that runs; estimates where none does. */
  async bill(frozen: FrozenLoadout): Promise<LoadoutBill> {
    const ready = this.#parts.engine.status().state === "ready";
    const { backend } = this.#parts;
    const facts = ready ? await backend.facts().catch(() => undefined) : undefined;
    const { model } = frozen;
    const wanted = typeof model?.window === "number" ? model.window : undefined;
    return loadoutBill(frozen, facts && backend, wanted ?? facts?.window);
  }

  async #checked(looked: Omit<CheckedLoadout, "bill" | "excess">): Promise<CheckedLoadout> {
    const bill = await this.bill(looked.frozen);
    const excess = loadoutExcess(bill);
    return { ...looked, bill, ...(excess && { excess }) };
  }
}
