import { shownEngineState } from "@kestrel/i18n";
import type { EngineStatus } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import type { StateName } from "../../session/attention.ts";
import { StateShape } from "../../ui/state-mark.tsx";

const shapes = {
  stopped: "offline",
  starting: "working",
  ready: "done",
  busy: "working",
  crashed: "error",
  failed: "error",
  stopping: "working",
  down: "error",
} as const satisfies Record<ReturnType<typeof shownEngineState>, StateName>;

/** The engine's state as icon and word, with progress while it loads. */
export function EngineState({ engine }: { engine?: EngineStatus }) {
  const { t, numbers } = useWords();
  const { progress } = engine ?? {};
  const state = engine && shownEngineState(engine);
  return (
    <span className="tabular inline-flex items-center gap-2">
      <span className="grid size-4 place-items-center">
        <StateShape state={state ? shapes[state] : "offline"} />
      </span>
      <span
        className={`inline-block first-letter:uppercase ${state && shapes[state] === "error" ? "text-danger" : "text-dim"}`}
      >
        {state ? t(`engine.state.${state}`) : t("engine.unknown")}
        {state === "starting" && progress && progress < 1 ? ` ${numbers.share(progress)}` : ""}
      </span>
    </span>
  );
}
