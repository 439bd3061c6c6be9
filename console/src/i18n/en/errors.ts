import type { ErrorCode } from "@kestrel/protocol";

/** One sentence per failure: what happened, what it means for the work, what to do. */
export const errors = {
  "error.unauthorized": "The key of this tab is no longer valid. Run “kestrel open” for a new link.",
  "error.bad_host":
    "The page was opened under a name Kestrel does not trust. Use the link “kestrel open” prints.",
  "error.bad_origin": "The request came from another site and was refused.",
  "error.bad_fetch_site": "The request came from another site and was refused.",
  "error.bad_target": "The address was malformed and was refused.",
  "error.json_only": "The request was not JSON and was refused.",
  "error.code_invalid": "That link was already used or is too old. Run “kestrel open” for a new one.",
  "error.too_many_attempts": "Too many attempts. Wait a minute, then try again.",
  "error.too_many_clients": "Too many tabs and programs are connected. Close one and try again.",
  "error.invalid_request": "Kestrel did not accept the request. Nothing was changed.",
  "error.too_large": "That is too large to send. Shorten it, or put it in a file of the workspace.",
  "error.not_found": "That does not exist here.",
  "error.session_not_found": "This session does not exist. It may have been deleted.",
  "error.session_busy": "The session is in the middle of a turn. Wait for its end or stop it.",
  "error.no_open_turn": "The turn was already over.",
  "error.approval_not_found": "This question no longer exists.",
  "error.approval_stale": "This question was already answered or has changed. Nothing was run.",
  "error.workspace_invalid": "That folder cannot be used: it must exist, be a folder, and be readable.",
  "error.workspace_unconfirmed":
    "That folder holds more than a project: it is your home, or above it. Choose a folder in it, or confirm.",
  "error.no_vision":
    "The model does not see pictures. Nothing was sent; say it in words, or load a model that sees.",
  "error.config_invalid": "The configuration has a mistake. Kestrel keeps its last good values.",
  "error.loadout_invalid": "The loadout has a mistake. Nothing was started.",
  "error.data_folder_unsafe":
    "Kestrel's data folder is open to other users of this machine. Make it yours alone.",
  "error.data_folder_unwritable":
    "Kestrel cannot write in its data folder: the disk is full or read-only. Sessions can be read; make room to go on.",
  "error.daemon_running": "Another Kestrel already uses this data folder.",
  "error.log_unwritable":
    "The session could not be written to disk; the turn was stopped so that nothing is lost. Free some space and try again.",
  "error.log_damaged": "A part of this session's log cannot be read. What can be read is shown.",
  "error.engine_not_found": "No llama-server was found. Run “kestrel engine” to see how to get one.",
  "error.engine_start_failed": "The engine did not start. Its last lines are on the engine page.",
  "error.engine_not_ready": "The engine is still starting. Your message was not sent; try again in a moment.",
  "error.engine_died":
    "The engine ended unexpectedly. The session is saved; start the engine and say “go on”.",
  "error.engine_fetch_failed": "The engine could not be downloaded. Check the connection and try again.",
  "error.model_file_invalid": "The model file cannot be used: it is missing, cut short, or not a GGUF.",
  "error.port_in_use": "The port is taken by another program. Choose another one.",
  "error.no_model": "No model is configured. The session is kept; see the engine page for the ways on.",
  "error.window_too_small":
    "The window is too small for the fixed prompt and one turn. Load the model with a larger one.",
  "error.context_overflow":
    "The server says the conversation does not fit its window. Continue in a new session with a summary.",
  "error.model_not_found": "The server does not have that model. Load it there or name another.",
  "error.model_not_chosen":
    "The server has no model loaded, and Kestrel loads none unasked. Load one there, or name one as “model.name”.",
  "error.no_model_server": "Something answers at that address, but it is no model server of a known kind.",
  "error.auth": "The model's server refused the key. Check it in your configuration.",
  "error.busy": "The model's server is busy. Try again in a moment.",
  "error.template":
    "The model's chat template failed on this conversation. Another model or template is needed.",
  "error.tool_parse": "The server could not read the model's tool call. Say it again to retry.",
  "error.grammar": "The server refused the form in which the answer was asked for.",
  "error.reply_line_too_long":
    "The server sent a line without end, so the reply was cut off. What was said is kept.",
  "error.reply_too_long": "The reply had no end, so it was cut off. What was said is kept.",
  "error.arguments_too_long": "The reply's calls were too long; none was run. Ask for smaller steps.",
  "error.too_many_calls": "The reply asked for too many calls at once; none was run. Ask for smaller steps.",
  "error.unreachable": "No answer. Is the program running? What was said until now is saved.",
  "error.connection_lost": "The connection to the model's server broke. What was said until now is saved.",
  "error.timeout": "The model's server took too long. What was said until now is saved.",
  "error.unknown": "Something failed that Kestrel does not know. What was said until now is saved.",
  "error.context_full": "The window is full. Continue in a new session with a summary.",
  "error.internal": "Kestrel made a mistake. The session is saved; the daemon's log has the details.",
} as const satisfies Record<`error.${ErrorCode}`, string>;
