import { type Engine, KestrelError } from "@kestrel/core";
import type { ErrorCode, ErrorParams } from "@kestrel/protocol";

/** Used without a model or an engine: every request fails with `code`, and nothing is started. */
export function createAbsentEngine(code: ErrorCode, params: ErrorParams = {}): Engine {
  const status = { state: "failed", failure: { code, params } } as const;
  return {
    status: () => status,
    ready: async () => {
      throw new KestrelError(code, "there is nothing to start", params);
    },
    stop: async () => undefined,
    watch: (listener) => {
      listener(status);
      return () => undefined;
    },
  };
}
