import type { Failure } from "@kestrel/protocol";
import { useEffect, useState } from "react";
import { failureOf } from "./failure.ts";

/** The daemon's answer, requested again when `key` changes; the previous answer stays until the next one arrives. */
export function useAnswer<Value>(
  key: string,
  ask: () => Promise<Value>,
): { value?: Value; failure?: Failure; set: (value: Value) => void } {
  const [answer, setAnswer] = useState<{ value?: Value; failure?: Failure }>({});
  useEffect(() => {
    let wanted = true;
    ask().then(
      (value) => wanted && setAnswer({ value }),
      (thrown: unknown) => wanted && setAnswer(({ value }) => ({ value, failure: failureOf(thrown) })),
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return { ...answer, set: (value) => setAnswer({ value }) };
}
