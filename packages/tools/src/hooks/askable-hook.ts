import type { CancelSignal } from "@kestrel/core";

import type { HookProblem, HookVerdict, ShownHook } from "@kestrel/protocol/api";
import type { HookInput } from "./hook-input.ts";

/** The result of one hook: no reply, a verdict, or the reason for a failure. */
export type HookReply =
  | { kind: "silent" }
  | { kind: "said"; said: Exclude<HookVerdict, "failed" | "held">; text: string }
  /** `report`: the id under which a plugin's error stack is logged. */
  | { kind: "failed"; detail: string; report?: string };

/** A hook that can be called: a command, or a function of a plugin. */
export type AskableHook = Pick<
  ShownHook,
  "name" | "on" | "tool" | "command" | "from" | "timeoutSeconds" | "onFailure"
> & {
  /** Never rejects; limited in time and output. */
  ask(input: HookInput, cancel: CancelSignal): Promise<HookReply>;
};

/** The hooks of one origin that apply in a folder, or everywhere without one. */
export type HookSource = (
  workspace: string,
) => Promise<{ hooks: readonly AskableHook[]; problems: readonly HookProblem[] }>;
