import type { Failure } from "@kestrel/protocol";
import type { EngineStatus, ModelToLoad } from "@kestrel/protocol/api";
import { useState } from "react";
import { useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";

/** Loads another model. `taken`: the model now in use; `failure`: why the last request failed, which keeps the current model. */
export function useLoad(): {
  load: (wanted: ModelToLoad) => Promise<boolean>;
  asking: boolean;
  taken?: EngineStatus;
  failure?: Failure;
  /** Clears the failure before another request. */
  clear: () => void;
} {
  const store = useConsoleStore();
  const [asking, setAsking] = useState(false);
  const [taken, setTaken] = useState<EngineStatus>();
  const [failure, setFailure] = useState<Failure>();
  const load = async (wanted: ModelToLoad) => {
    setAsking(true);
    setFailure(undefined);
    setTaken(undefined);
    try {
      const { engine } = await store.client.call("loadModel", { body: wanted });
      setTaken(engine);
      return true;
    } catch (thrown) {
      setFailure(failureOf(thrown));
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { load, asking, taken, failure, clear: () => setFailure(undefined) };
}
