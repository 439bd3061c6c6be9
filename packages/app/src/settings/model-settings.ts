import type { Sampling } from "@kestrel/protocol";
import type { ModelProfile } from "@kestrel/protocol/api";

type Values = { readonly [Name in keyof Sampling as `model.${Name}`]?: Sampling[Name] };

/** Sampling from the settings; missing values come from the profile, then from the server. */
export function samplingOf(values: Values): Sampling {
  const drawn: Sampling = {
    temperature: values["model.temperature"],
    top_p: values["model.top_p"],
    top_k: values["model.top_k"],
    min_p: values["model.min_p"],
    repeat_penalty: values["model.repeat_penalty"],
    seed: values["model.seed"],
    max_tokens: values["model.max_tokens"],
  };
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}

/** The setting `model.thinking` as a wish that backends understand: a number is a budget in tokens, `auto` no wish at all. */
export function thinkingOf<Level extends string>(
  setting: Level | "auto" | number | undefined,
): Exclude<Level, "auto"> | { budget: number } | undefined {
  if (setting === undefined || setting === "auto") return undefined;
  return typeof setting === "number" ? { budget: setting } : (setting as Exclude<Level, "auto">);
}

/** The settings `model.tools` and `model.tools_dialect`. */
export type ToolsSetting = { tools?: "auto" | "native" | "text"; dialect?: ModelProfile["tools_dialect"] };
type Known = Pick<ModelProfile, "tools" | "tools_dialect">;

/** How the model receives its tools: each value from the settings, else the profile, else the server's report. */
export function toolsOf(setting: ToolsSetting, known: Known) {
  return {
    tools: setting.tools === undefined || setting.tools === "auto" ? known.tools : setting.tools,
    toolsDialect: setting.dialect ?? known.tools_dialect,
  };
}
