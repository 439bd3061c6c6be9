import type { ErrorCode } from "@kestrel/protocol";

/** What stands after "because": the reasons that failures carry as a word. */
export const reasons = {
  "reason.not_found": "there is no such file",
  "reason.ENOENT": "there is no such file or folder",
  "reason.unreadable": "it cannot be read",
  "reason.EACCES": "it may not be read",
  "reason.EPERM": "it is not allowed",
  "reason.EISDIR": "it is a folder",
  "reason.ENOTDIR": "a part of its path is no folder",
  "reason.EROFS": "its disk is read-only",
  "reason.not_a_file": "it is no file",
  "reason.not_a_folder": "it is no folder",
  "reason.missing": "it does not exist",
  "reason.relative": "the path is not a full one",
  "reason.forbidden": "it belongs to Kestrel itself",
  "reason.not_gguf": "it is no GGUF file",
  "reason.truncated": "it is cut short; the download stopped early",
  "reason.damaged": "its header is damaged",
  "reason.parts_missing": "parts of it are missing",
  "reason.architecture": "this llama-server does not know its architecture",
  "reason.program": "the program could not be run",
  "reason.arguments": "it did not understand an argument",
  "reason.template": "it cannot use the model's chat template",
  "reason.no_backend": "it has nothing to compute with",
  "reason.memory": "there is not enough memory; try a smaller --window or a smaller model",
  "reason.flash_attention": "this cache needs flash attention",
  "reason.libraries": "a library it needs is missing or too old",
  "reason.identity": "something else answers on its port",
  "reason.ready_timeout": "it did not get ready in time",
  "reason.port": "its port is taken",
  "reason.exited": "it ended by itself",
  "reason.signalled": "it was ended by a signal",
  "reason.cancelled": "the wait was ended",
  "reason.stopped": "it was stopped",
  "reason.gone": "it went away again",
  "reason.flag_refused": "that flag is Kestrel's own to set",
  "reason.link": "it is a link",
  "reason.foreign_owner": "it belongs to somebody else",
  "reason.writable_by_others": "others may write in it",
} as const;

/** Failures. What stands between ⟨ and ⟩ is said when its facts are known; of several, the first whose are. */
export const errors: Record<ErrorCode, string> = {
  unauthorized: "The daemon does not know this token. Stop it and start again.",
  bad_host: "The daemon refused the name it was called by.",
  bad_origin: "The daemon refused a foreign page.",
  bad_fetch_site: "The daemon refused a request from another site.",
  bad_target: "The daemon did not understand the address.",
  json_only: "The daemon takes JSON only.",
  code_invalid: "This link was used, is too old or is wrong. `kestrel open` prints a new one.",
  too_many_attempts: "Too many wrong codes. Wait a minute, then run `kestrel open`.",
  too_many_clients: "Too many browsers and terminals are connected. Close some.",
  invalid_request: "The request does not fit⟨: {where} {problem}⟩.",
  too_large: "The request is too large.",
  not_found: "Not found.",
  session_not_found: "There is no ⟨session {sessionId}|such session⟩. `kestrel sessions list` lists them.",
  session_busy: "A turn is under way in this session. Wait for it or stop it.",
  no_open_turn: "Nothing is running in this session.",
  approval_not_found: "Nobody asks for that approval.",
  approval_stale: "That question was answered already, or speaks of other arguments.",
  workspace_invalid:
    "⟨{path}|This⟩ cannot be a workspace⟨: {reason}⟩. Give the full path of a folder that exists.",
  workspace_unconfirmed:
    "⟨{path}|That folder⟩ is more than a project: it holds everything of yours. Name a folder in it, or confirm that it is meant.",
  no_vision:
    "This model does not see pictures, so nothing was sent. Describe it in words, or load a model that sees.",
  config_invalid:
    "The configuration is wrong⟨, {file}|, {flag}|, variable {variable}⟩⟨, line {line}⟩⟨: `{key}`⟩⟨: expected {expected}⟩⟨, got {got}⟩⟨ ({detail})⟩⟨: {reason}⟩⟨: {url} is no http address⟩. Correct it and start again.",
  loadout_invalid:
    "The loadout is wrong⟨, {file}⟩⟨, line {line}⟩⟨: `{key}`⟩⟨: expected {expected}⟩⟨, got {got}⟩⟨ ({detail})⟩⟨: {flag}⟩⟨: {reason}⟩. Correct it and start again.",
  data_folder_unsafe:
    "The data folder⟨ {path}⟩ cannot be trusted⟨: {why}⟩. It must be a folder of yours that nobody else may write in⟨: chmod 700 '{path}'⟩; or name another one with KESTREL_DATA_DIR.",
  data_folder_unwritable:
    "Kestrel cannot write in its data folder⟨ {path}⟩⟨ ({why})⟩: the disk is full, read-only, or not yours. Make room, or name another folder with KESTREL_DATA_DIR.",
  daemon_running:
    "Kestrel is already running⟨ (pid {pid})⟩⟨ at {url}⟩⟨, on the data folder {folder}⟩. `kestrel open` leads to it; to start another, end that one first.",
  log_unwritable: "The session's log cannot be written. Is the disk full?",
  log_damaged:
    "Part of the session's log cannot be read⟨ ({lines} broken, {missing} missing)⟩, so it takes nothing more. It can be read, and continued in a new session.",
  engine_not_found:
    "⟨{path} does not run as a llama-server|No llama-server was found⟩⟨ (`{key}` in {file})| (`{key}`, from {variable})| (`{key}`, from {flag})⟩. `kestrel engine` says how to get one.",
  engine_start_failed:
    "The engine did not start⟨: {reason}⟩⟨ ({exitCode})⟩⟨ ({signal})⟩⟨. Its last words:\n{detail}\n|. ⟩`kestrel engine` says which llama-server is used.",
  engine_not_ready: "The engine is not ready⟨: {reason}⟩.",
  engine_died: "The engine ended unexpectedly⟨ ({exitCode})⟩⟨ ({signal})⟩.",
  engine_fetch_failed: "The engine could not be fetched⟨: {detail}⟩.⟨ By hand: {command}⟩",
  model_file_invalid:
    "⟨{path}|The model's file⟩ cannot be loaded⟨: {reason}⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})⟩. Name a whole GGUF file.",
  port_in_use:
    "⟨Port {port}|The port⟩ is taken⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})| (`{key}`)⟩. Choose another with --port, or --port 0 for a free one.",
  no_model:
    "⟨{host} at {url} has no model loaded. Load one there, or name one as `model.name`|No model is configured⟩. `kestrel doctor` shows what is here.",
  window_too_small:
    "The window⟨ of {window} tokens⟩ is too small⟨: the fixed prompt takes {prompt} and a turn 1,024 more, {needed} in all⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})| (`{key}`)⟩. Give it more: --window 16384. A demonstration model may say `demo = true` in its loadout.",
  context_overflow: "The request is larger than the model's window.",
  model_not_found:
    "⟨The server at {url} lists no model {id}|There is no model {id}|The server does not know this model⟩.⟨ It has: {candidates}.| `kestrel models` lists them.⟩⟨ Not on this machine: {remote}.⟩",
  model_not_chosen:
    "⟨{url} has no model loaded|No model is loaded there⟩, and Kestrel loads none unasked.⟨ It has: {candidates}.⟩⟨ Not on this machine: {remote}.⟩ Name one as `model.name`, or load one there.",
  no_model_server:
    "Something answers at ⟨{url}|that address⟩, but it is no model server of a known kind. Check the address.",
  auth: "The model's server⟨ at {url}⟩ wants a key, or another one. `model.api_key_env` names the variable that holds it.",
  busy: "The model's server is busy.",
  template: "The model's chat template refused the conversation.",
  tool_parse: "The server could not read what the model wrote.",
  grammar: "The server refused a tool's schema.",
  reply_line_too_long:
    "The model's server sent a line without end; it was cut off⟨ after {limit} bytes⟩. What was said until then is kept.",
  reply_too_long:
    "The reply had no end; it was cut off⟨ after {limit} characters⟩. What was said until then is kept.",
  arguments_too_long:
    "The reply's calls have more than⟨ {limit} characters of|⟩ arguments; none was run. Ask for smaller steps.",
  too_many_calls:
    "The reply asks for more than⟨ {limit}|⟩ calls at once; none was run. Ask for smaller steps.",
  unreachable:
    "Nothing answers at ⟨{url}|the model's address⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})⟩. Is the server running?",
  timeout: "The model's server was silent for too long.",
  unknown: "The model's server failed⟨: {detail}⟩.",
  context_full: "The context window is full.",
  internal: "Something unexpected happened inside Kestrel.",
};
