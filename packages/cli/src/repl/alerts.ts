import { visibleName } from "@kestrel/text";
import type { TerminalSettings } from "./terminal-settings.ts";

/** State of the session in this terminal. */
export type Standing = "rests" | "works" | "asks";

/** A shorter turn ends without an alert. Milliseconds. */
const longTurn = 10_000;

/** Title, bell and notification of the terminal: when a question waits, and when a long turn ends. */
export class Alerts {
  readonly #write: (text: string) => unknown;
  readonly #clock: () => number;
  readonly #inTmux: boolean;
  #settings: TerminalSettings | undefined;
  #standing: Standing = "rests";
  #title = "";
  #began = 0;
  #titled = false;

  constructor(
    write: (text: string) => unknown,
    { environment = process.env, clock = () => performance.now() } = {},
  ) {
    this.#write = write;
    this.#clock = clock;
    this.#inTmux = environment.TMUX !== undefined;
  }

  configure(settings: TerminalSettings): void {
    this.#settings = settings;
    this.#showTitle();
  }

  /** `words`: the text of the notification. */
  stands(standing: Standing, title: string, words: string): void {
    const before = this.#standing;
    if (before === standing && title === this.#title) return;
    if (before === "rests") this.#began = this.#clock();
    const isLong = this.#clock() - this.#began >= longTurn;
    this.#standing = standing;
    this.#title = title;
    this.#showTitle();
    if (before !== standing && (standing === "asks" || (standing === "rests" && isLong)))
      this.#call(`${words}: ${title}`);
  }

  close(): void {
    if (this.#titled) this.#write("\x1b[23;2t");
    this.#titled = false;
  }

  #call(words: string): void {
    if (this.#settings?.bell) this.#write("\x07");
    if (!this.#settings?.notify) return;
    const notification = `\x1b]9;${shown(words)}\x07`;
    // tmux passes wrapped sequences through when `allow-passthrough` is on.
    this.#write(
      this.#inTmux ? `\x1bPtmux;${notification.replaceAll("\x1b", "\x1b\x1b")}\x1b\\` : notification,
    );
  }

  #showTitle(): void {
    if (!this.#settings?.title || this.#title === "") return;
    if (!this.#titled) this.#write("\x1b[22;2t");
    this.#titled = true;
    const mark = { rests: "", works: "… ", asks: "? " }[this.#standing];
    this.#write(`\x1b]2;${shown(`${mark}${this.#title}`)}\x07`);
  }
}

/** Characters of a title or a notification. */
const longest = 80;

const shown = (text: string) => Array.from(visibleName(text)).slice(0, longest).join("");
