import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

type Model = {
  label: string;
  named: boolean;
  notice?: ModelTraits["notice"];
  limits: NonNullable<ModelFacts["limits"]>;
  more?: string;
};

/** Which model answers, and what it cannot do; a line each. */
export function modelLines(
  { label, named, notice, limits, more }: Model,
  say: Say,
  configFile: string,
): string[] {
  const first = notice
    ? say(named ? `model.${notice}` : "model.standsIn", { label })
    : say("model.ready", { label });
  const hints = limits.map((limit) =>
    limit === "cpu_engine"
      ? say("engine.cpu", { configFile })
      : say(`model.limit.${limit}`, limit === "window_small" && more !== undefined ? { more } : {}),
  );
  return [first, ...hints];
}
