import type { CancelSignal } from "./cancel-signal.ts";

/**
 * A model that turns texts into directions in space: near means alike. Implemented by `@kestrel/backends`; it belongs on a
 * server of its own, because the chat server's slots are precious.
 *
 * - `embed` gives one vector per text, in their order, all of one dimension and of length 1. No texts: no request.
 * - It rejects with KestrelError when the server cannot be asked or gives no usable vectors, and within 500 ms when `cancel` fires.
 */
export interface Embedder {
  embed(texts: readonly string[], cancel: CancelSignal): Promise<readonly (readonly number[])[]>;
}
