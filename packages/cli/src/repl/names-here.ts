import { passOver } from "@kestrel/diagnostics";
import type { DaemonClient } from "@kestrel/server/client";
import { completions } from "@kestrel/session-state";

type CurrentFolder = { client: DaemonClient; workspace: string };

/** Age after which names are requested again while a command is typed. Milliseconds. */
const staleMs = 3_000;

/** The prompts and skills that a line can call here, for Tab: requested when a `/` is typed, never awaited. */
export class NamesHere {
  readonly #folder: () => CurrentFolder;
  #known: NonNullable<Parameters<typeof completions>[2]> = { names: [], skills: [] };
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: () => CurrentFolder) {
    this.#folder = folder;
  }

  look(): void {
    if (performance.now() - this.#lookedAt < staleMs) return;
    this.#lookedAt = performance.now();
    const { client, workspace } = this.#folder();
    client.call("listReach", { body: { workspace } }).then(({ skills, prompts }) => {
      const names = [...prompts, ...skills].map(({ name }) => name);
      this.#known = { names: [...new Set(names)], skills: skills.filter(({ byHand }) => !byHand) };
    }, passOver("asking for names"));
  }

  complete(line: string): string[] {
    this.look();
    return completions(line, undefined, this.#known);
  }
}
