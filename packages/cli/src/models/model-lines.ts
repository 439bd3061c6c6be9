import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

type Model = {
  label: string;
  named: boolean;
  notice?: ModelTraits["notice"];
  limits: NonNullable<ModelFacts["limits"]>;
};

/** Which model answers, and what it cannot do; a line each. */
export function modelLines({ label, named, notice, limits }: Model, say: Say, configFile: string): string[] {
  const first = notice
    ? say(named ? `model.${notice}` : "model.standsIn", { label })
    : say("model.ready", { label });
  const hints = limits.map((limit) =>
    limit === "cpu_engine" ? say("engine.cpu", { configFile }) : say(`model.limit.${limit}`),
  );
  return [first, ...hints];
}
