import { type CancelSignal, isInside, untilCancelled } from "@kestrel/core";
import type { Supervised } from "./supervise.ts";

/** A sandboxed command that may write in some folders. */
type Writer = {
  folders: readonly string[];
  /** Resolves when it runs; undefined when it did not start. */
  program: Promise<Pick<Supervised, "standStill" | "goOn"> | undefined>;
};

/** Exclusive use of some folders. `over` resolves at its end. */
export type Solitude = { folders: readonly string[]; over: Promise<void> };

/** Coordinates writers of folders: which may run, wait or are paused. All that start sandboxed programs share one instance. */
export class Standstill {
  readonly #writers = new Set<Writer>();
  readonly #alone = new Set<Solitude>();

  /** Waits until no other work has exclusive use of the folders, then registers the writer. False when cancelled. */
  async begin(writer: Writer, cancel: CancelSignal, within?: Solitude): Promise<boolean> {
    if (!(await this.#left(writer.folders, cancel, within))) return false;
    this.join(writer);
    return true;
  }

  /** Registers the writer at once. */
  join(writer: Writer): void {
    this.#writers.add(writer);
  }

  end(writer: Writer): void {
    this.#writers.delete(writer);
  }

  /** Runs `work` while every other writer of the folders is paused. */
  async alone<Value>(
    folders: readonly string[],
    cancel: CancelSignal,
    work: (solitude: Solitude) => Promise<Value>,
  ): Promise<{ kind: "done"; value: Value; paused: number } | { kind: "cancelled" } | { kind: "unheld" }> {
    if (!(await this.#left(folders, cancel))) return { kind: "cancelled" };
    let leave = () => {};
    const over = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const solitude = { folders, over };
    this.#alone.add(solitude);
    const others = [...this.#writers].filter((writer) => meet(writer.folders, folders));
    const programs = Promise.all(others.map(({ program }) => program));
    try {
      const stood = await untilCancelled(
        programs.then((all) => Promise.all(all.map((one) => one?.standStill() ?? true))),
        cancel,
      );
      if (!stood) return { kind: "cancelled" };
      if (stood.includes(false)) return { kind: "unheld" };
      return { kind: "done", value: await work(solitude), paused: others.length };
    } finally {
      this.#alone.delete(solitude);
      leave();
      for (const program of await programs) program?.goOn();
    }
  }

  async #left(folders: readonly string[], cancel: CancelSignal, within?: Solitude): Promise<boolean> {
    const others = () => [...this.#alone].find((one) => one !== within && meet(one.folders, folders));
    for (let other = others(); other && !cancel.aborted; other = others())
      await untilCancelled(other.over, cancel);
    return !cancel.aborted;
  }
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) =>
    others.some((other) => isInside({ path: one, folder: other }) || isInside({ path: other, folder: one })),
  );
}
