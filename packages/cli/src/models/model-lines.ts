import type { ModelFacts, ModelTraits, Setting } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";
import { grouped } from "../session-lines/phase-sentence.ts";

type Model = {
  label: string;
  named: boolean;
  notice?: ModelTraits["notice"];
  limits: NonNullable<ModelFacts["limits"]>;
  more?: string;
  window?: number | undefined;
};

/** The effect of a limit. A window set by the user is not reported as the model's limit. */
export function limitLine(
  limit: Model["limits"][number],
  { more, window }: Pick<Model, "more" | "window">,
  say: Say,
  settings: readonly Setting[],
): string {
  if (limit !== "window_small") return say(`model.limit.${limit}`);
  const given = settings.find(
    ({ key, origin, value }) => key === "model.window" && origin !== "default" && value === window,
  );
  if (given && window !== undefined)
    return say("repl.windowGiven", { where: given.where ?? given.key, window: grouped(window) });
  return say("model.limit.window_small", more === undefined ? {} : { more });
}

/** The current model and its limits; one line each. */
export function modelLines(
  { label, named, notice, limits, ...window }: Model,
  say: Say,
  configFile: string,
  settings: readonly Setting[] = [],
): string[] {
  const first = notice
    ? say(named ? `model.${notice}` : "model.standsIn", { label })
    : say("model.ready", { label });
  const hints = limits.map((limit) =>
    limit === "cpu_engine" ? say("engine.cpu", { configFile }) : limitLine(limit, window, say, settings),
  );
  return [first, ...hints];
}
