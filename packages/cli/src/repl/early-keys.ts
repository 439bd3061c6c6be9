import { asOneMessage, completions } from "@kestrel/session-state";
import type { PressedFor, Surface, SurfaceEvents } from "./surface.ts";

/** Keeps what is entered at a prompt that is drawn before the daemon is joined, and hands it on in order. */
export class EarlyKeys implements SurfaceEvents {
  readonly #surface: Pick<Surface, "live" | "putBack">;
  #kept: ((events: SurfaceEvents) => void)[] = [];
  #lines: string[] = [];
  #leave = () => {};
  #ready: (events: SurfaceEvents) => void = () => {};
  readonly #whenReady = new Promise<SurfaceEvents>((resolve) => {
    this.#ready = resolve;
  });
  /** Resolves when the user leaves and nothing was entered. */
  readonly left = new Promise<undefined>((resolve) => {
    this.#leave = () => resolve(undefined);
  });

  /** Entered lines wait above the prompt. They are printed when they are handed on, in the colours of the user's settings. */
  constructor(surface: Pick<Surface, "live" | "putBack">) {
    this.#surface = surface;
  }

  /** Lines that were entered. */
  get unsent(): readonly string[] {
    return this.#lines;
  }

  /** Passes on what was kept, and the text of the line. */
  handOver(events: SurfaceEvents, draft: string): void {
    this.#ready(events);
    this.#show([]);
    for (const pass of this.#kept) pass(events);
    if (draft !== "") events.typed(draft, false);
  }

  entered(text: string, show: () => void): void {
    if (text.trim() === "") return;
    this.#show([...this.#lines, text]);
    this.#kept.push((events) => events.entered(text, show));
  }

  leave(): void {
    this.#kept.push((events) => events.leave());
    if (this.#lines.length === 0) this.#leave();
  }

  nextMode(): void {
    this.#kept.push((events) => events.nextMode());
  }

  async paths(): Promise<readonly string[]> {
    return (await this.#whenReady).paths();
  }

  /** Returns the waiting lines to the line: they are not sent. */
  interrupt(): boolean {
    const taken = this.#lines;
    if (taken.length === 0) return false;
    this.#kept = [];
    this.#show([]);
    this.#surface.putBack(asOneMessage(taken));
    return true;
  }

  #show(lines: string[]): void {
    this.#lines = lines;
    this.#surface.live(lines.map((text) => ({ text: `› ${text}`, ink: "dim" })));
  }

  // Without a session there is nothing to answer or show.
  pressed(): PressedFor {
    return "line";
  }

  working(): boolean {
    return false;
  }

  helpFor(): undefined {}

  /** The commands: names of skills and prompts come with the daemon. */
  complete(line: string): readonly string[] {
    return completions(line);
  }

  takeBack(): void {}

  enteredAfter(): void {}

  goBack(): void {}

  showAll(): void {}

  typed(): void {}
}
