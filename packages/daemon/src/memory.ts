import { KestrelError } from "@kestrel/core";
import type { MemoryChange, MemoryRemains, MemoryRow, MemoryState, NewMemory } from "@kestrel/protocol/api";
import type { ImportedMemory } from "@kestrel/protocol/memory";
import { resolveWorkspace, type WorkspaceRules } from "./sessions/resolve-workspace.ts";

/** What the person asked to be remembered, as clients ask about it. Implemented by `@kestrel/memory`; folders are real paths. */
export interface FactBook {
  /** Whether memory is on now. */
  readonly on: boolean;
  list(filter: { workspace?: string; all?: true }): Promise<{ state: MemoryState; rows: MemoryRow[] }>;
  find(words: string, workspace?: string): Promise<readonly { row: MemoryRow; score: number }[]>;
  store(fact: NewMemory): Promise<MemoryRow>;
  /** Of each fact `stored`, `there`, or why it was refused. `gone`: its folder cannot be used here. */
  import(facts: readonly (ImportedMemory & { gone?: boolean })[], how: { check?: true }): Promise<string[]>;
  change(change: MemoryChange): Promise<MemoryRow>;
  offer(workspace?: string): Promise<{ files: { file: string; facts: number }[] }>;
  forget(id: string): Promise<{ forgotten: MemoryRow; remains: MemoryRemains }>;
  close(): Promise<void>;
}

/** Memory for clients. While it is off a user can still list and delete facts; none is added or changed. */
export class FactDoor {
  readonly #book: FactBook | undefined;
  readonly #workspaces: WorkspaceRules;

  constructor(book: FactBook | undefined, workspaces: WorkspaceRules) {
    this.#book = book;
    this.#workspaces = workspaces;
  }

  async list({ workspace, all }: { workspace?: string; all?: true }) {
    if (!this.#book)
      return { state: { backend: "none" as const, on: false, healthy: true }, rows: [] as MemoryRow[] };
    return this.#book.list({ workspace: await this.#folder(workspace), all });
  }

  async recall({ words, workspace }: { words: string; workspace?: string }) {
    const found = await this.#open().find(words, await this.#folder(workspace));
    return { rows: found.map(({ row, score }) => ({ ...row, score })) };
  }

  async store(fact: NewMemory): Promise<{ row: MemoryRow }> {
    return { row: await this.#writable().store({ ...fact, workspace: await this.#folder(fact.workspace) }) };
  }

  /** Refuses the facts of a folder that does not exist here, and imports the others. */
  async import({ facts, check }: { facts: readonly ImportedMemory[]; check?: true }) {
    const folders = new Map<string, string | undefined>();
    for (const { workspace } of facts)
      if (workspace !== undefined && !folders.has(workspace))
        folders.set(workspace, await this.#folder(workspace).catch(noFolder));
    const placed = facts.map((fact) => {
      if (fact.workspace === undefined) return fact;
      const real = folders.get(fact.workspace);
      return real === undefined ? { ...fact, gone: true } : { ...fact, workspace: real };
    });
    return { came: await this.#writable().import(placed, { check }) };
  }

  async change(change: MemoryChange): Promise<{ row: MemoryRow }> {
    return { row: await this.#writable().change(change) };
  }

  async offer({ workspace }: { workspace?: string }) {
    return this.#writable().offer(await this.#folder(workspace));
  }

  async forget(id: string): Promise<{ forgotten: MemoryRow; remains: MemoryRemains }> {
    return this.#open().forget(id);
  }

  async close(): Promise<void> {
    await this.#book?.close();
  }

  #open(): FactBook {
    if (!this.#book) throw isOff();
    return this.#book;
  }

  #writable(): FactBook {
    const book = this.#open();
    if (!book.on) throw isOff();
    return book;
  }

  async #folder(workspace: string | undefined): Promise<string | undefined> {
    return workspace === undefined ? undefined : resolveWorkspace(workspace, this.#workspaces, true);
  }
}

function isOff(): KestrelError {
  return new KestrelError("memory_unavailable", "memory is off", { reason: "memory_off" });
}

/** `workspace_invalid` is expected; all else is thrown on. */
function noFolder(error: unknown): undefined {
  if (!(error instanceof KestrelError) || error.code !== "workspace_invalid") throw error;
}
