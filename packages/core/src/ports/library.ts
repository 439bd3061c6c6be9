import type { InstalledReach, Invocable } from "@kestrel/protocol/api";
import type { TrainedTexts } from "./trained-texts.ts";

/** A prompt or skill that the user called by name: text for the tail. */
export type Invocation = {
  kind: "prompt" | "capability";
  text: string;
  digest: string;
  /** The session's permissions from now on; `not-plan` only changes `plan` to `ask`. */
  mode?: "plan" | "not-plan";
};

/** What the user can call by name, and which of it new sessions get. Read anew each time. */
export interface Library {
  list(workspace: string): Promise<InstalledReach>;
  /** Only the names, for completion. */
  names(workspace: string): Promise<readonly Invocable[]>;
  /** Undefined for an unknown name. `texts`: what the session's model was trained on. */
  expand(
    name: string,
    argument: string,
    workspace: string,
    texts?: Pick<TrainedTexts, "prompts" | "skill">,
  ): Promise<Invocation | undefined>;
  /** Whether new sessions get the skill. False for an unknown name. */
  switchSkill(name: string, on: boolean, workspace: string): Promise<boolean>;
}
