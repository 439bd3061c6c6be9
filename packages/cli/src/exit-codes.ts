import type { ErrorCode, TurnEndReason } from "@kestrel/protocol";

/** The exit codes. `kestrel help exit-codes` explains them; a command's help lists its own (command-table). */
export const exitCodes = {
  done: 0,
  /** The task failed, or something unexpected happened. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The configuration or a loadout is invalid, or its port or data folder is in use. */
  configuration: 3,
  /** The model or its server cannot be reached or loaded. */
  model: 4,
  /** The turn stopped because an action was not approved. */
  denied: 5,
  /** A limit was reached: steps, window. */
  limit: 6,
  /** The model finished, but Kestrel's own checks show that the work is not done. */
  unfinished: 7,
  interrupted: 130,
} as const;
/** A command's possible result. */
export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName];

const configuration: ReadonlySet<ErrorCode> = new Set([
  "config_invalid",
  "loadout_invalid",
  "loadout_unavailable",
  "place_unaccepted",
  "data_folder_unsafe",
  "data_folder_unwritable",
  "daemon_running",
  "workspace_invalid",
  "port_in_use",
  "window_too_small",
]);

const model: ReadonlySet<ErrorCode> = new Set([
  "engine_not_found",
  "engine_start_failed",
  "engine_not_ready",
  "engine_died",
  "engine_fetch_failed",
  "model_file_invalid",
  "model_changed",
  "model_not_found",
  "model_not_chosen",
  "no_model_server",
  "no_model",
  "unreachable",
  "daemon_unreachable",
  "connection_lost",
  "timeout",
  "auth",
  "busy",
  "template",
  "grammar",
  "tool_parse",
  "reply_line_too_long",
  "reply_too_long",
  "arguments_too_long",
  "too_many_calls",
  "unknown",
]);

/** The exit code of a failure. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  if (configuration.has(code)) return exitCodes.configuration;
  if (model.has(code)) return exitCodes.model;
  if (code === "unconfirmed") return exitCodes.denied;
  if (code === "context_full" || code === "context_overflow") return exitCodes.limit;
  return exitCodes.failed;
}

/** How many of a turn's requested actions were denied. */
export type Denied = "nothing" | "something" | "everything";

/**
 * The exit code of an ended turn. A turn that completed without a requested action still counts as denied; so does one that reached a
 * limit because everything was denied.
 */
export function exitCodeOfTurn(
  reason: TurnEndReason,
  failure: ErrorCode | undefined,
  denied: Denied,
): ExitCode {
  switch (reason) {
    case "done":
      return denied === "nothing" ? exitCodes.done : exitCodes.denied;
    case "unfinished":
      return denied === "nothing" ? exitCodes.unfinished : exitCodes.denied;
    case "cancelled":
      return exitCodes.interrupted;
    case "failed":
      return failure === undefined ? exitCodes.failed : exitCodeOf(failure);
    case "max_steps":
    case "context_full":
    case "length":
    case "reasoning_budget":
    case "too_many_calls":
    case "arguments_too_long":
    case "reply_too_long":
      return denied === "everything" ? exitCodes.denied : exitCodes.limit;
    case "shutdown":
      return exitCodes.interrupted;
    case "log_unwritable":
      return exitCodes.failed;
    case "empty_reply":
    case "stop_command":
    case "interrupted":
    case "doom_loop":
    case "same_error":
    case "repetition":
      return denied === "nothing" ? exitCodes.failed : exitCodes.denied;
    default:
      return reason satisfies never;
  }
}
