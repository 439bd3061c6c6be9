import type { ModelFacts } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

type Model = {
  label: string;
  named: boolean;
  demo: boolean;
  limits: NonNullable<ModelFacts["limits"]>;
};

/** Which model answers, and what it cannot do; a line each. */
export function modelLines({ label, named, demo, limits }: Model, say: Say, configFile: string): string[] {
  const first = demo
    ? say(named ? "model.demonstration" : "model.demo", { label })
    : say("model.ready", { label });
  const hints = limits.map((limit) =>
    limit === "cpu_engine" ? say("engine.cpu", { configFile }) : say(`model.limit.${limit}`),
  );
  return [first, ...hints];
}
