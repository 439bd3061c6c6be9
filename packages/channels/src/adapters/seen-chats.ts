import { z } from "zod";
import { parsed } from "./json-api.ts";

const Seen = z.record(z.string(), z.object({ kind: z.enum(["direct", "group"]), last: z.string() }));
type Seen = z.infer<typeof Seen>;

/** The most recent chats, whose missed messages are requested after a break. */
const mostChats = 50;

export type SeenChat = { chat: string; kind: "direct" | "group"; last: string };

/** The newest message of each chat, as the cursor of a service that keeps messages but no place for a reader. */
export class SeenChats {
  #chats: Seen;

  constructor(cursor: string | undefined) {
    this.#chats = Seen.safeParse(parsed(cursor ?? "{}")).data ?? {};
  }

  list(): SeenChat[] {
    return Object.entries(this.#chats).map(([chat, seen]) => ({ chat, ...seen }));
  }

  /** Returns the cursor behind it. */
  note(chat: string, kind: "direct" | "group", last: string): string {
    const { [chat]: _, ...others } = this.#chats;
    this.#chats = Object.fromEntries([...Object.entries(others), [chat, { kind, last }]].slice(-mostChats));
    return JSON.stringify(this.#chats);
  }
}
