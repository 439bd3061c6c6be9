import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";

/** The slot files of parked sessions: readable only by this user, limited in total, deleted with their session. */
export class SlotFiles {
  readonly folder: string;
  readonly #mostBytes: number;
  /** Sessions whose file was larger than the total limit. */
  readonly #tooLarge = new Set<SessionId>();

  constructor(folder: string, mostBytes: number) {
    this.folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** `key` identifies what the slot can be restored into: the model and its settings. */
  nameOf(session: SessionId, key: string): string {
    return `${session}.${key}.slot`;
  }

  async has(session: SessionId): Promise<boolean> {
    return (await this.#names()).some((name) => name.startsWith(`${session}.`));
  }

  async holds(name: string): Promise<boolean> {
    return (await this.#names()).includes(name);
  }

  /** Before a write: creates the folder. False when this session's file would be too large again. */
  async makeRoom(session: SessionId): Promise<boolean> {
    if (this.#mostBytes === 0 || this.#tooLarge.has(session)) return false;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
    return true;
  }

  /** After a write: restricts it to this user; deletes the session's earlier files, and the oldest ones above the limit. */
  async keep(name: string): Promise<void> {
    await chmod(join(this.folder, name), 0o600);
    const session = name.split(".")[0] ?? "";
    for (const other of await this.#names())
      if (other !== name && other.startsWith(`${session}.`)) await this.drop(other);
    const files = await Promise.all((await this.#names()).map(async (one) => this.#measured(one)));
    const newestFirst = files.flatMap((file) => file ?? []).sort((one, other) => other.at - one.at);
    let sum = 0;
    for (const file of newestFirst) {
      sum += file.bytes;
      if (sum <= this.#mostBytes) continue;
      if (file.name === name) this.#tooLarge.add(session as SessionId);
      await this.drop(file.name);
    }
  }

  async drop(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  /** Deletes the file of a deleted session. */
  async forget(session: SessionId): Promise<void> {
    for (const name of await this.#names()) if (name.startsWith(`${session}.`)) await this.drop(name);
  }

  async #measured(name: string): Promise<{ name: string; bytes: number; at: number } | undefined> {
    const facts = await stat(join(this.folder, name)).catch(absent);
    return facts && { name, bytes: facts.size, at: facts.mtimeMs };
  }

  async #names(): Promise<string[]> {
    const names = (await readdir(this.folder).catch(absent)) ?? [];
    return names.filter((name) => name.endsWith(".slot"));
  }
}
