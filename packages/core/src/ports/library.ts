import type { InstalledReach, Invocable } from "@kestrel/protocol/api";
import type { TrainedTexts } from "./trained-texts.ts";

/** What a person called by its name: words for the tail. */
export type Invocation = {
  kind: "prompt" | "capability";
  text: string;
  digest: string;
  /** What the session may do from now on; `not-plan` leaves `plan` for `ask` and nothing else. */
  mode?: "plan" | "not-plan";
};

/** What a person can call by its name, and what of it new sessions get. Read anew each time. */
export interface Library {
  list(workspace: string): Promise<InstalledReach>;
  /** Names alone, for what a line could become. */
  names(workspace: string): Promise<readonly Invocable[]>;
  /** Undefined when there is nothing of that name. `texts`: what the session's model was trained on. */
  expand(
    name: string,
    argument: string,
    workspace: string,
    texts?: Pick<TrainedTexts, "prompts" | "skill">,
  ): Promise<Invocation | undefined>;
  /** Whether new sessions get the skill. False when there is none of that name. */
  switchSkill(name: string, on: boolean, workspace: string): Promise<boolean>;
}
