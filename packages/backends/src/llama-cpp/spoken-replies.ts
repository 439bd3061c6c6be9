import type { ReplyChunk } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { z } from "zod";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";

const Done = z.looseObject({ success: z.literal(true) });

/** The replies that a server is generating, by the server's ids. */
export class SpokenReplies {
  readonly #address: ServerAddress;
  readonly #names = new Map<symbol, string | undefined>();

  constructor(address: ServerAddress) {
    this.#address = address;
  }

  async *during(
    ask: (whenNamed: (id: string) => void) => AsyncIterable<ReplyChunk>,
  ): AsyncGenerator<ReplyChunk> {
    const reply = Symbol("reply");
    this.#names.set(reply, undefined);
    try {
      yield* ask((id) => this.#names.set(reply, id));
    } finally {
      this.#names.delete(reply);
    }
  }

  /** Makes the model answer now. False with more than one running reply: it is not known whose thinking is meant. */
  async endReasoning(): Promise<boolean> {
    const [id, ...others] = this.#names.values();
    if (id === undefined || others.length > 0) return false;
    const url = `${this.#address.api}/chat/completions/control`;
    const answer = await askJson(this.#address, url, { id, action: "reasoning_end" }).catch(
      passOver("answering now"),
    );
    return answer?.status === 200 && Done.safeParse(answer.json).success;
  }
}
