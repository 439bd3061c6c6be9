import type { ModelProfile } from "@kestrel/protocol";

/** The settings `model.tools` and `model.tools_dialect`. */
export type ToolsSetting = { tools?: "auto" | "native" | "text"; dialect?: ModelProfile["tools_dialect"] };
type Known = Pick<ModelProfile, "tools" | "tools_dialect">;

/** How the model is given its tools: what is set, else what its profile says, else as its server reports. Each by itself. */
export function toolsOf(setting: ToolsSetting, known: Known) {
  return {
    tools: setting.tools === undefined || setting.tools === "auto" ? known.tools : setting.tools,
    toolsDialect: setting.dialect ?? known.tools_dialect,
  };
}
