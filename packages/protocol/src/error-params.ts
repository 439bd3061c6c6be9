import { z } from "zod";
import type { ErrorCode, ErrorParams, FailureHint } from "./error-code.ts";

const text = z.string();
const number = z.number();

/** Every fact that a failure may bring, the same kind of value wherever it stands. */
const facts = {
  because: text,
  callId: text,
  candidates: text,
  column: number,
  command: text,
  /** Its name, where a model is one. */
  demonstration: text,
  detail: text,
  exitCode: number,
  expected: text,
  file: text,
  flag: text,
  folder: text,
  got: text,
  hint: text as z.ZodType<FailureHint>,
  host: text,
  id: text,
  key: text,
  least: number,
  limit: number,
  line: number,
  lines: number,
  missing: number,
  model: text,
  most: number,
  n_ctx: number,
  n_prompt: number,
  name: text,
  needed: number,
  now: text,
  path: text,
  pid: number,
  port: number,
  problem: text,
  /** A number, or an estimate with its mark. */
  prompt: z.union([text, number]),
  reason: text,
  /** Names of fields of a request, with commas between them. */
  refused: text,
  remote: text,
  /** What finds its stack in the diagnostics. */
  report: text,
  retry_after: number,
  retryable: z.boolean(),
  rule: text,
  seconds: number,
  sessionId: text,
  signal: text,
  source: text,
  status: number,
  suggestion: text,
  tool: text,
  url: text,
  variable: text,
  where: text,
  why: text,
  window: number,
  words: text,
} as const satisfies Record<string, z.ZodType<ErrorParams[string]>>;

type FactName = keyof typeof facts;

/** Where a setting stands. */
const place = ["key", "file", "flag", "variable"] as const;
/** What a model's server, or the way to it, adds to every failure of its own. */
const served = [
  "detail",
  "hint",
  "model",
  "reason",
  "refused",
  "retryable",
  "retry_after",
  "status",
  "url",
] as const;
/** What is wrong with a value. */
const complaint = [
  ...place,
  "line",
  "expected",
  "got",
  "least",
  "most",
  "words",
  "because",
  "detail",
  "reason",
] as const;

/** Which facts each failure may bring: those that throw it, the sentences about it and its readers keep to this. Each may be unknown. */
export const errorParams = {
  daemon_unreachable: ["url"],
  unauthorized: [],
  bad_host: [],
  bad_origin: [],
  bad_fetch_site: [],
  bad_target: [],
  json_only: [],
  code_invalid: [],
  too_many_attempts: [],
  too_many_clients: [],
  invalid_request: ["where", "problem"],
  too_large: [],
  not_found: ["tool", "words"],
  session_not_found: ["sessionId"],
  session_busy: ["sessionId"],
  no_open_turn: [],
  approval_not_found: ["callId"],
  approval_stale: ["callId"],
  trust_stale: ["path"],
  rule_invalid: ["reason", "rule"],
  workspace_invalid: ["path", "reason"],
  workspace_unconfirmed: ["path", "reason"],
  no_vision: ["model"],
  hook_denied: ["name", "detail"],
  memory_refused: ["reason"],
  memory_unavailable: ["reason"],
  mcp_unknown: ["name"],
  mcp_stale: ["name"],
  mcp_entry: ["file", "name", "reason", "detail"],
  config_invalid: [...complaint, "url", "source"],
  loadout_invalid: complaint,
  loadout_unavailable: ["file", "reason", "suggestion"],
  place_unaccepted: ["file", "path", "url", "variable"],
  data_folder_unsafe: ["path", "why"],
  data_folder_unwritable: ["path", "why"],
  daemon_running: ["folder", "pid", "url"],
  import_refused: ["line", "path", "reason", "sessionId"],
  log_unwritable: ["file", "reason"],
  log_damaged: ["lines", "missing", "reason", "sessionId"],
  engine_not_found: [...place, "path"],
  engine_start_failed: ["detail", "exitCode", "reason", "seconds", "signal"],
  engine_not_ready: ["detail", "reason"],
  engine_died: [...served, "exitCode", "signal"],
  engine_fetch_failed: ["command", "detail"],
  model_file_invalid: [...place, "path", "reason"],
  port_in_use: [...place, "port"],
  no_model: ["host", "url"],
  window_too_small: [...place, "needed", "prompt", "window"],
  model_changed: ["model", "now", "demonstration"],
  context_overflow: [...served, "n_ctx", "n_prompt"],
  model_not_found: [...served, "candidates", "id", "remote"],
  model_not_chosen: ["candidates", "remote", "url"],
  no_model_server: served,
  auth: served,
  busy: served,
  template: served,
  tool_parse: served,
  grammar: served,
  reply_line_too_long: ["limit", "retryable"],
  reply_too_long: ["limit", "retryable"],
  arguments_too_long: ["limit", "retryable"],
  too_many_calls: ["limit", "retryable"],
  unreachable: [...served, ...place],
  connection_lost: served,
  timeout: served,
  unknown: served,
  context_full: [],
  nothing_to_compact: [],
  nothing_to_undo: [],
  nothing_to_continue: [],
  internal: ["report"],
} as const satisfies Record<ErrorCode, readonly FactName[]>;

/** The facts of one failure, or of one of several; of a code that is only handed on, any. */
export type ErrorParamsOf<Code extends ErrorCode> = ErrorCode extends Code
  ? ErrorParams
  : { readonly [Name in ErrorFactOf<Code>]?: z.infer<(typeof facts)[Name]> };

export type ErrorFactOf<Code extends ErrorCode> = (typeof errorParams)[Code][number];
