import type { DaemonStatus } from "@kestrel/protocol";

type Notice = DaemonStatus["notices"][number];

/** What a user should know of and nobody has to act on at once; each is said once. */
export class Notices {
  readonly #notices = new Map<string, Notice>();

  constructor(notices: Iterable<Notice>) {
    for (const notice of notices) this.add(notice);
  }

  add(notice: Notice | undefined): void {
    if (notice) this.#notices.set(JSON.stringify(notice), notice);
  }

  all(): Notice[] {
    return [...this.#notices.values()];
  }
}
