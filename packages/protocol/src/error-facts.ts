/** What each failure means to a caller, in one table: HTTP status, and whether the same request may succeed later. */
export const errorFacts = {
  // the door
  /** Used by a client that cannot reach a daemon; the daemon never sends it. */
  daemon_unreachable: { status: 503, retryable: true },
  unauthorized: { status: 401, retryable: false },
  /** The token is known, and may not do that. */
  forbidden: { status: 403, retryable: false },
  bad_host: { status: 403, retryable: false },
  bad_origin: { status: 403, retryable: false },
  bad_fetch_site: { status: 403, retryable: false },
  bad_target: { status: 400, retryable: false },
  json_only: { status: 415, retryable: false },
  code_invalid: { status: 401, retryable: false },
  /** Only this machine reaches the daemon. */
  remote_off: { status: 409, retryable: false },
  too_many_attempts: { status: 429, retryable: true },
  too_many_clients: { status: 429, retryable: true },
  // requests
  invalid_request: { status: 400, retryable: false },
  too_large: { status: 413, retryable: false },
  /** What asks first was not agreed to. `flag`: what agrees where there is no terminal. */
  unconfirmed: { status: 409, retryable: false },
  not_found: { status: 404, retryable: false },
  session_not_found: { status: 404, retryable: false },
  session_busy: { status: 409, retryable: true },
  no_open_turn: { status: 409, retryable: false },
  approval_not_found: { status: 404, retryable: false },
  approval_stale: { status: 409, retryable: false },
  trust_stale: { status: 409, retryable: false },
  rule_invalid: { status: 400, retryable: false },
  workspace_invalid: { status: 400, retryable: false },
  workspace_unconfirmed: { status: 409, retryable: false },
  no_vision: { status: 409, retryable: false },
  /** A hook of the user's denied the words. */
  hook_denied: { status: 409, retryable: false },
  /** A text that is kept as no fact. */
  memory_refused: { status: 400, retryable: false },
  /** Memory is off, or its file cannot be used now. */
  memory_unavailable: { status: 503, retryable: true },
  mcp_unknown: { status: 404, retryable: false },
  /** It is not what the person has seen by now. */
  mcp_stale: { status: 409, retryable: false },
  /** A setting that no program writes: the user's file is in another hand, or only a person changes it. */
  setting_by_hand: { status: 409, retryable: false },
  /** It cannot be written into the user's file, or read from a file of others. */
  mcp_entry: { status: 400, retryable: false },
  /** Git refuses it, or the state of the two sides does not allow it. `reason` names why. */
  worktree_refused: { status: 409, retryable: false },
  /** A plan that cannot be read, or a loop that cannot run now. `reason` names why. */
  loop_refused: { status: 409, retryable: false },
  // what is on disk
  config_invalid: { status: 400, retryable: false },
  /** Its file is wrong. */
  loadout_invalid: { status: 400, retryable: false },
  /** No file is wrong: there is no loadout of that name, there is one already, or it cannot be removed. */
  loadout_unavailable: { status: 409, retryable: false },
  /** Text or a key would be sent to an endpoint that the user has not accepted. */
  place_unaccepted: { status: 409, retryable: false },
  data_folder_unsafe: { status: 500, retryable: false },
  data_folder_unwritable: { status: 507, retryable: true },
  daemon_running: { status: 409, retryable: false },
  /** The file is no session that can be imported here. `reason` names why. */
  import_refused: { status: 422, retryable: false },
  daemon_start_failed: { status: 500, retryable: false },
  log_unwritable: { status: 507, retryable: true },
  log_damaged: { status: 500, retryable: false },
  // the engine
  engine_not_found: { status: 503, retryable: false },
  engine_start_failed: { status: 503, retryable: false },
  engine_not_ready: { status: 503, retryable: true },
  engine_died: { status: 503, retryable: true },
  engine_fetch_failed: { status: 503, retryable: true },
  /** The source cannot be downloaded. `reason` names why. */
  download_refused: { status: 400, retryable: false },
  /** The hub needs a token (`variable`), or refused the given one (`url`). */
  download_auth: { status: 409, retryable: false },
  download_no_room: { status: 507, retryable: true },
  download_failed: { status: 502, retryable: true },
  model_file_invalid: { status: 400, retryable: false },
  port_in_use: { status: 409, retryable: false },
  no_model: { status: 503, retryable: false },
  window_too_small: { status: 409, retryable: false },
  /** Another model answers than the session's, and the user has not accepted it. */
  model_changed: { status: 409, retryable: false },
  // the model's server, one closed list for every backend
  context_overflow: { status: 502, retryable: false },
  model_not_found: { status: 502, retryable: false },
  /** The server has models, and none is loaded that the user did not have to name. `candidates`, `remote`: their names. */
  model_not_chosen: { status: 409, retryable: false },
  /** A server answers at the address, but it is not a known kind of model server. */
  no_model_server: { status: 502, retryable: false },
  auth: { status: 502, retryable: false },
  busy: { status: 503, retryable: true },
  template: { status: 502, retryable: false },
  tool_parse: { status: 502, retryable: true },
  grammar: { status: 502, retryable: false },
  // a reply over a limit (`limit`): its text until then is kept, its calls are not run
  reply_line_too_long: { status: 502, retryable: false },
  reply_too_long: { status: 502, retryable: false },
  arguments_too_long: { status: 502, retryable: false },
  too_many_calls: { status: 502, retryable: false },
  unreachable: { status: 503, retryable: true },
  /** The connection broke in the middle of an answer. */
  connection_lost: { status: 503, retryable: true },
  timeout: { status: 504, retryable: true },
  unknown: { status: 502, retryable: true },
  // internal
  context_full: { status: 409, retryable: false },
  nothing_to_compact: { status: 409, retryable: false },
  nothing_to_undo: { status: 409, retryable: false },
  nothing_to_continue: { status: 409, retryable: false },
  internal: { status: 500, retryable: false },
} as const satisfies Record<string, { status: number; retryable: boolean }>;
