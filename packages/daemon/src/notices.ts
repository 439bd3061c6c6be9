import type { DaemonStatus } from "@kestrel/protocol/api";

type Notice = DaemonStatus["notices"][number];

/** Notices for the user that need no immediate action. Equal notices are kept once. */
export class Notices {
  readonly #notices = new Map<string, Notice>();
  readonly #passing: readonly (() => Promise<readonly Notice[]>)[];

  /** `passing`: conditions that may end, such as a full disk. Each call of `now` checks them again. */
  constructor(notices: Iterable<Notice>, ...passing: readonly (() => Promise<readonly Notice[]>)[]) {
    for (const notice of notices) this.add(notice);
    this.#passing = passing;
  }

  add(notice: Notice | undefined): void {
    if (notice) this.#notices.set(JSON.stringify(notice), notice);
  }

  /** Those that last. */
  all(): Notice[] {
    return [...this.#notices.values()];
  }

  /** Those that last, and those that hold now. */
  async now(): Promise<Notice[]> {
    const passing = await Promise.all(this.#passing.map((ask) => ask()));
    return [...this.all(), ...passing.flat()];
  }
}
