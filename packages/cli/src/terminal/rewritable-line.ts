import { cutToWidth } from "./cut-to-width.ts";
import { oneLine } from "./one-line.ts";
import { canRewrite } from "./style.ts";
import { toTerminal } from "./to-terminal.ts";

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** Lines that stay, and below them one that is rewritten in place; without a terminal the latter is not shown. */
export class RewritableLine {
  readonly #output: Output;
  readonly #rewrites: boolean;
  #shown = false;

  constructor(output: Output, environment: Readonly<Record<string, string | undefined>>) {
    this.#output = output;
    this.#rewrites = canRewrite(output, environment);
  }

  /** What goes on right now is shown; elsewhere only the lines that stay are. */
  get rewrites(): boolean {
    return this.#rewrites;
  }

  /** Writes a line that stays. */
  line(text: string): void {
    this.clear();
    this.#output.write(`${toTerminal(text)}\n`);
  }

  /** Shows what is going on right now, in one row. */
  now(text: string, paint: (shown: string) => string = (shown) => shown): void {
    if (!this.#rewrites) return;
    const shown = cutToWidth(oneLine(text), (this.#output.columns ?? 80) - 1);
    this.#output.write(`\r\x1b[2K${toTerminal(paint(shown))}`);
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.#output.write("\r\x1b[2K");
    this.#shown = false;
  }
}
