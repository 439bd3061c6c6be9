import type { Prompt, SessionId, Usage } from "@kestrel/protocol";

type Conversation = { slot: number; lastPrompt?: number };

/**
 * Gives every live conversation a slot of its own where a server has several: left to itself, llama-server puts two that
 * share a system prompt into one slot, and each turn of one throws out the other.
 *
 * On a server with one pool for all slots (its default when the number of slots was not chosen) a pinned conversation
 * loses everything at each switch, and no route tells whether there is one pool. So the first conversation that finds
 * its own cache gone ends the pinning for good.
 */
export class SlotPins {
  #slots = 1;
  #trusted = true;
  readonly #conversations = new Map<string, Conversation>();

  serverHas(slots: number): void {
    this.#slots = slots;
  }

  /** The server was restarted: its cache is gone, which proves nothing about its slots. */
  forget(): void {
    this.#trusted = true;
    this.#conversations.clear();
  }

  /** Whether conversations were seen to throw each other out although each had a slot of its own. */
  get shared(): boolean {
    return !this.#trusted;
  }

  /** A finished conversation gives its slot away before one that is only idle. */
  release(session: SessionId): void {
    this.#conversations.delete(session);
  }

  /** The slot to ask for, or undefined to leave the choice to the server. */
  slotFor(prompt: Prompt, session?: SessionId): number | undefined {
    if (!this.#trusted || this.#slots < 2) return undefined;
    return this.#recall(conversationOf(prompt, session)).slot;
  }

  /** Takes notice of what a finished reply reused. */
  noteReuse(prompt: Prompt, usage: Usage | undefined, session?: SessionId): void {
    const conversation = this.#conversations.get(conversationOf(prompt, session));
    if (!conversation || usage?.prompt === undefined) return;
    const expected = conversation.lastPrompt;
    // Grew: a shorter prompt follows a compaction or a rewind and is a different one.
    const grew = expected !== undefined && usage.prompt >= expected;
    const lost = grew && usage.cached !== undefined && usage.cached < expected / 20;
    if (lost && this.#conversations.size > 1 && this.#conversations.size <= this.#slots)
      this.#trusted = false;
    conversation.lastPrompt = usage.prompt;
  }

  /** The newest conversation is last; a new one takes the least recently used slot. */
  #recall(name: string): Conversation {
    const known = this.#conversations.get(name);
    if (known) this.#conversations.delete(name);
    const conversation = known ?? { slot: this.#freeSlot() };
    this.#conversations.set(name, conversation);
    return conversation;
  }

  #freeSlot(): number {
    const taken = new Set([...this.#conversations.values()].map(({ slot }) => slot));
    for (let slot = 0; slot < this.#slots; slot += 1) if (!taken.has(slot)) return slot;
    const [oldest] = this.#conversations;
    if (!oldest) return 0;
    this.#conversations.delete(oldest[0]);
    return oldest[1].slot;
  }
}

/** A conversation is known by its session; where it has none, by how it begins, which never changes while it only grows. */
function conversationOf({ messages }: Prompt, session: SessionId | undefined): string {
  if (session !== undefined) return session;
  const first = messages.findIndex(({ role }) => role === "user");
  return JSON.stringify(messages.slice(0, first + 1));
}
