import type { CancelSignal } from "@kestrel/core";

import type { HookProblem, HookVerdict, ShownHook } from "@kestrel/protocol/api";
import type { HookInput } from "./hook-input.ts";

/** The result of one hook: no reply, a verdict, or the reason of a failure. */
export type HookReply =
  | { kind: "silent" }
  | { kind: "said"; said: Exclude<HookVerdict, "failed" | "held">; text: string }
  /** `report`: the id under which the stack of a plugin's error is logged. */
  | { kind: "failed"; detail: string; report?: string };

/** A hook that can be called: a command, or a function of a plugin. */
export type AskableHook = Pick<
  ShownHook,
  "name" | "on" | "tool" | "command" | "from" | "timeoutSeconds" | "onFailure"
> & {
  /** Never rejects; bounded in time and words. */
  ask(input: HookInput, cancel: CancelSignal): Promise<HookReply>;
};

/** Those of one origin that hold in a folder, or, without one, everywhere. */
export type HookSource = (
  workspace: string,
) => Promise<{ hooks: readonly AskableHook[]; problems: readonly HookProblem[] }>;
