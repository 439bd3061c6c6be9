import type { Failure } from "@kestrel/protocol";
import type { CheckedLoadout, LoadoutDraft } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";

/** Delay after the last key before a draft is counted again. Milliseconds. */
const pause = 250;

/** The cost of a draft; the previous answer stays until the next one arrives. `counting`: it is not for this draft yet. */
export function useDraftCheck(draft: LoadoutDraft): {
  checked?: CheckedLoadout;
  failure?: Failure;
  counting: boolean;
} {
  const { client } = useConsoleStore();
  const written = JSON.stringify(draft);
  const [answer, setAnswer] = useState<{ of?: string; checked?: CheckedLoadout; failure?: Failure }>({});
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      client.call("checkLoadout", { body: { draft: JSON.parse(written) as LoadoutDraft } }).then(
        ({ checked }) => wanted && setAnswer({ of: written, checked }),
        (thrown: unknown) =>
          wanted && setAnswer(({ checked }) => ({ of: written, checked, failure: failureOf(thrown) })),
      );
    }, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [client, written]);
  return { checked: answer.checked, failure: answer.failure, counting: answer.of !== written };
}
