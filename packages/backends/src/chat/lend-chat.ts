import type { CancelSignal, LentAnswer } from "@kestrel/core";
import { type BackendSettings, waitsOf } from "../backend-settings.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { openStream } from "../http/open-stream.ts";
import type { ServerAddress } from "../http/server-address.ts";

/** Milliseconds. */
const connectMs = 5_000;

/**
 * Forwards another program's request to OpenAI's chat route of a server and returns the answer unread. Rejects with KestrelError.
 * `model`: always the model that Kestrel uses, whichever the program named: a server may load any named model, or forward the
 * request to a cloud.
 */
export async function lendChat(
  address: ServerAddress,
  settings: BackendSettings,
  { model, ...request }: Readonly<Record<string, unknown>> & { model: string | undefined },
  cancel: CancelSignal,
): Promise<LentAnswer> {
  const question = {
    ...{ method: "POST" as const, url: `${address.api}/chat/completions` },
    headers: { ...address.headers, "content-type": "application/json" },
    body: JSON.stringify({ ...request, model }),
  };
  const patience = { connect: connectMs, silence: waitsOf(settings).silenceLimit };
  const answer = await asHouseError(address, () => openStream(question, patience, cancel));
  return { ...answer, bytes: withHouseErrors(address, answer.bytes) };
}

async function* withHouseErrors(
  address: ServerAddress,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await asHouseError(address, () => pieces.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}
