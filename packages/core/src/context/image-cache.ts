import type { Prompt } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import type { Pictures } from "../ports/pictures.ts";
import { type PictureBytes, render } from "./render.ts";

/** The pictures one turn sends, each read once: one that is missing at the first request stays missing. */
export class ImageCache {
  readonly #pictures: Pictures | undefined;
  readonly #asked = new Set<string>();
  readonly #bytes = new Map<string, string>();

  constructor(pictures: Pictures | undefined) {
    this.#pictures = pictures;
  }

  /** The prompt with the pictures' bytes. */
  async prompt(state: SessionState): Promise<Prompt> {
    return render(state, await this.bytes(state));
  }

  /** The pictures of that state by blob. */
  async bytes(state: SessionState): Promise<PictureBytes> {
    for (const entry of state.timeline) {
      if (entry.kind !== "user" && entry.kind !== "tool") continue;
      for (const { blob } of entry.images ?? []) await this.#fetch(blob);
    }
    return this.#bytes;
  }

  async #fetch(blob: string): Promise<void> {
    if (this.#asked.has(blob)) return;
    this.#asked.add(blob);
    const base64 = await this.#pictures?.read(blob);
    if (base64 !== undefined) this.#bytes.set(blob, base64);
  }
}
