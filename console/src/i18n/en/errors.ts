/** The browser's own error texts: its remedies differ from a terminal's. */
export const errors = {
  "error.unauthorized": "The key of this tab is no longer valid. Run “kestrel open” for a new link.",
  "error.bad_host":
    "The page was opened under a name Kestrel does not trust. Use the link “kestrel open” prints.",
  "error.code_invalid": "That link was already used or has expired. Run “kestrel open” for a new one.",
  "error.session_not_found":
    "There is no ⟨session {sessionId}|such session⟩ here. The list shows all sessions; Settings shows the deleted ones.",
  "error.mcp_unknown": "There is no MCP server ⟨{name}|of that name⟩. Settings lists them.",
  "error.mcp_stale":
    "⟨{name}|That server⟩ changed since you reviewed it. Review it again under Settings, MCP servers.",
  "error.loadout_unavailable":
    "The loadout⟨ {file}⟩ is not available⟨: {reason}⟩⟨ (did you mean {suggestion}?)⟩. The page Loadouts lists them.",
  "error.model_not_found":
    "⟨The server at {url} lists no model {id}|There is no model {id}|The server does not know this model⟩.⟨ It has: {candidates}.| “Use your own model” lists them.⟩⟨ Not on this machine: {remote}.⟩",
  "error.too_large": "That is too large to send. Shorten it, or put it in a file of the workspace.",
  "error.daemon_unreachable":
    "Kestrel does not answer. The command above the page starts it; nothing that was saved is lost.",
  "error.no_open_turn": "The turn was already over.",
  "error.log_unwritable":
    "The session could not be written to disk; the turn was stopped so that nothing is lost. Free some space and try again.",
  "error.engine_start_failed": "The engine did not start. Its last lines are on the Models page.",
  "error.engine_not_ready": "The engine is still starting. Your message was not sent; try again in a moment.",
  "error.engine_died":
    "The engine ended unexpectedly. The session is saved. Start the engine, then send “go on”.",
  "error.workspace_unconfirmed":
    "That folder holds more than a project: your home, what is above it, or the whole disk. Choose a folder in it, or confirm that you mean it.",
  "error.no_model":
    "⟨The server at {url} has no model that can hold a conversation|No model is configured⟩. The session is kept; the Models page shows what you can do.",
  "error.context_overflow":
    "The server says the conversation does not fit its window. Continue in a new session with a summary.",
  "error.context_full": "The window is full. Continue in a new session with a summary.",
  "error.internal": "Kestrel failed internally. The session is saved.⟨ See `kestrel logs {report}`.⟩",
  "end.context_full":
    "Stopped: the window is full. Three ways on: a larger window, a new session with a summary, or the message edited to be shorter.",
  "hint.see_engine": "Its last output is on the Models page.",
} as const;
