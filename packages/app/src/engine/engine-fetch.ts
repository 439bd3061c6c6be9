import { KestrelError } from "@kestrel/core";
import type { Downloads } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import type { EngineFetch } from "@kestrel/protocol/downloads";
import { canFetchEngine, fetchEngine } from "@kestrel/runtime";

/** `kestrel engine fetch` for a page: continues when the page closes; a second request joins the first. */
export function engineFetch(dataDir: string, onFetched: () => Promise<void>): Downloads["engine"] {
  let now: EngineFetch = { state: "idle" };
  const read = async (): Promise<EngineFetch> => {
    const ability = await canFetchEngine();
    if (!ability.able) return { ...now, command: ability.command };
    const { approximateBytes, vulkanBytes, graphics } = ability;
    return { ...now, bytes: approximateBytes, vulkanBytes, ...(graphics !== undefined && { graphics }) };
  };
  const fetchIt = async (vulkan: boolean | undefined) => {
    try {
      await fetchEngine({ dataDir, vulkan, onProgress: ({ step }) => (now = { state: "running", step }) });
      await onFetched();
      now = { state: "done" };
    } catch (error) {
      if (!(error instanceof KestrelError)) passOver("fetching the engine")(error);
      const { code, params } =
        error instanceof KestrelError ? error : new KestrelError("engine_fetch_failed", "not fetched");
      now = { state: "failed", failure: { code, params } };
    }
  };
  return {
    read,
    start(vulkan) {
      if (now.state !== "running") {
        now = { state: "running" };
        void fetchIt(vulkan);
      }
      return read();
    },
  };
}
