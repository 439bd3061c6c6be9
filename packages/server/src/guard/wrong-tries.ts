const windowMs = 60_000;

/** Most peers remembered; beyond that expired ones are dropped, and then all. */
const mostPeers = 1_000;

/** Limits the wrong tries of one peer within a minute. `now`: milliseconds. */
export class WrongTries<Peer> {
  readonly #tries = new Map<Peer, number[]>();
  readonly #now: () => number;
  readonly #most: number;

  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }

  areTooMany(peer: Peer): boolean {
    return this.#recent(peer).length >= this.#most;
  }

  add(peer: Peer): void {
    const tries = this.#recent(peer);
    if (this.#tries.size >= mostPeers)
      for (const one of this.#tries.keys()) if (this.#recent(one).length === 0) this.#tries.delete(one);
    if (this.#tries.size >= mostPeers) this.#tries.clear();
    this.#tries.set(peer, [...tries, this.#now()]);
  }

  #recent(peer: Peer): number[] {
    const now = this.#now();
    return (this.#tries.get(peer) ?? []).filter((at) => now - at < windowMs);
  }
}
