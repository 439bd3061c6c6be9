import type { ErrorCode, FailureHint, QuestionEnd, RejectedReason } from "@kestrel/protocol";
import type { IgnoredThing } from "@kestrel/protocol/api";
import type { WithinTheirFacts } from "../error-sentences.ts";

/** Failures: what happened, and what to do. Every fact in them may be unknown. */
export const errors = {
  "error.unauthorized": "The daemon refused this token. Stop the daemon, then start it again.",
  "error.forbidden":
    "This access token does not allow that. `kestrel tokens add NAME --scope full` makes one that does more.",
  "error.bad_host": "The daemon refused this host name.",
  "error.bad_origin": "The daemon refused a request from another page.",
  "error.bad_fetch_site": "The daemon refused a request from another site.",
  "error.bad_target": "The request's address is invalid.",
  "error.json_only": "The daemon accepts only JSON.",
  "error.code_invalid": "This link was used, has expired or is wrong. `kestrel open` prints a new one.",
  "error.remote_off":
    "Kestrel accepts connections from this machine only. From another one, use ssh: `ssh -N -L ⟨{port}:127.0.0.1:{port}|PORT:127.0.0.1:PORT⟩ you@this-machine`. Then open the link of `kestrel open` there. To allow other devices without ssh, set `remote.listen` and restart.",
  "error.too_many_attempts": "Too many wrong codes or tokens. Wait a minute, then run `kestrel open`.",
  "error.too_many_clients": "Too many browsers and terminals are connected. Close some.",
  "error.invalid_request": "The request is invalid⟨: {where} {problem}⟩.",
  "error.too_large": "The request is too large.",
  "error.not_found": "Not found.",
  "error.session_not_found":
    "There is no ⟨session {sessionId}|such session⟩. `kestrel sessions list` lists them.",
  "error.session_busy": "A turn is running in this session. Wait for it or stop it.",
  "error.no_open_turn": "Nothing is running in this session.",
  "error.approval_not_found": "That approval is not waiting for an answer.",
  "error.trust_stale": "The folder's files⟨ ({path})⟩ changed since they were shown. Review them again.",
  "error.approval_stale": "This question was already answered, or its call changed.",
  "error.rule_invalid":
    "That rule was not stored⟨: {rule}⟩. Write `command: npm test *`, `path: src/**`, `host: example.org` or the name of a tool, so that it matches this call. Calls that Kestrel cannot parse, or that may destroy something or leave this machine, are never remembered.",
  "error.workspace_invalid":
    "⟨{path}|This⟩ cannot be a workspace⟨: {reason}⟩. Give the full path of a folder that exists.",
  "error.workspace_unconfirmed":
    "⟨{path}|That folder⟩ contains more than one project. Choose a folder in it, or confirm this one (in a terminal: -C with its path).",
  "error.no_vision":
    "This model cannot see pictures, so nothing was sent. Describe it in words, or load a model that can.",
  "error.hook_denied": "Your hook⟨ {name}⟩ denied this⟨: {detail}⟩. Nothing was sent.",
  "error.unconfirmed": "Nothing was changed⟨: no terminal is attached to confirm this. Add {flag}⟩.",
  "error.memory_refused": "This cannot be remembered⟨: {reason}⟩. Nothing was stored.",
  "error.memory_unavailable": "Memory cannot be used now⟨: {reason}⟩.",
  "error.mcp_unknown": "There is no MCP server ⟨{name}|of that name⟩. `kestrel mcp list` lists them.",
  "error.mcp_stale":
    "⟨{name}|That server⟩ changed since you reviewed it. Review it again: `kestrel mcp test⟨ {name}⟩`.",
  "error.setting_by_hand":
    "⟨`{key}`|The setting⟩ was not changed: you can change it only in ⟨{file}|your settings file⟩. ⟨Write this line there: {detail}|Write it there⟩.",
  "error.mcp_entry": "⟨{name}|That server⟩ cannot be added⟨ ({file})⟩⟨: {reason}⟩⟨ ({detail})⟩.",
  "error.loop_refused": "The loop cannot run⟨: {reason}⟩⟨ ({name})⟩⟨, line {line} of the plan⟩.",
  "error.worktree_refused":
    "This is not possible for ⟨{name}|this worktree⟩⟨: {reason}⟩⟨: {path}⟩⟨ (`{command}`: {detail})⟩. Nothing was changed.",
  "error.config_invalid":
    "The configuration is wrong⟨, {file}|, {flag}|, variable {variable}⟩⟨, line {line}⟩⟨: `{key}`⟩⟨: expected {expected}⟩⟨, got {got}⟩⟨ ({detail})⟩⟨: {reason}⟩⟨: {url} is no http address⟩. Correct it and start again.",
  "error.loadout_invalid":
    "The loadout⟨ {file}⟩ was refused⟨, line {line}⟩⟨: `{key}`⟩⟨: expected {expected}⟩⟨, got {got}⟩⟨ ({detail})⟩⟨: {flag}⟩⟨: {reason}⟩. Correct it.",
  "error.loadout_unavailable":
    "The loadout⟨ {file}⟩ is not available⟨: {reason}⟩⟨ (did you mean {suggestion}?)⟩. `kestrel loadout` lists them.",
  "error.place_unaccepted":
    "⟨{path} was not started|Nothing was sent⟩⟨ to {url}⟩⟨, nor the value of {variable}⟩: ⟨{file} is not one of your loadouts. `--accept` accepts its addresses and keys; `kestrel loadout import` imports it without them|none of your loadouts or settings names it. To use it, add it to one of your loadouts⟩.",
  "error.data_folder_unsafe":
    "The data folder⟨ {path}⟩ cannot be trusted⟨: {why}⟩. It must be your folder, writable by you alone⟨: chmod 700 '{path}'⟩; or name another one with KESTREL_DATA_DIR.",
  "error.data_folder_unwritable":
    "Kestrel cannot write in its data folder⟨ {path}⟩⟨ ({why})⟩: the disk is full, read-only, or not yours. Free some space, or name another folder with KESTREL_DATA_DIR.",
  "error.daemon_running":
    "Kestrel is already running⟨ (pid {pid})⟩⟨ at {url}⟩⟨, on the data folder {folder}⟩. `kestrel open` opens it. To start another, stop this one first.",
  "error.import_refused":
    "The file was not imported⟨: {reason}⟩⟨ (line {line})⟩⟨ ({path})⟩⟨ ({sessionId})⟩. Nothing was changed.",
  "error.daemon_start_failed": "Kestrel did not start in the background⟨. Its last output is in {file}⟩.",
  "error.log_unwritable": "The session's log cannot be written. Is the disk full?",
  "error.log_damaged":
    "Part of the session's log cannot be read⟨ ({lines} broken or of a newer Kestrel, {missing} missing)⟩, so it is read-only. You can read it, and continue it in a new session.",
  "error.engine_not_found":
    "⟨{path} does not run as a llama-server|No llama-server was found⟩⟨ (`{key}` in {file})| (`{key}`, from {variable})| (`{key}`, from {flag})⟩. `kestrel engine` says how to get one.",
  "error.engine_start_failed":
    "The engine did not start⟨: {reason}⟩⟨ ({exitCode})⟩⟨ ({signal})⟩⟨. Its last output:\n{detail}\n|. ⟩`kestrel engine` says which llama-server is used.",
  "error.engine_not_ready": "The engine is not ready⟨: {reason}⟩.",
  "error.engine_died": "The engine ended unexpectedly⟨ ({exitCode})⟩⟨ ({signal})⟩.",
  "error.engine_fetch_failed": "The engine could not be downloaded⟨: {detail}⟩.⟨ By hand: {command}⟩",
  "error.download_refused": "⟨{name}|This⟩ cannot be downloaded⟨: {reason}⟩.⟨ It has: {candidates}.⟩",
  "error.download_auth":
    "⟨{name} needs an access token: it is gated, private or does not exist. Set {variable}, restart Kestrel, then try again.|Your token has no access to {name}. Accept its terms at {url}, then try again.|The hub wants another token.⟩",
  "error.download_no_room":
    "There is not enough disk space for ⟨{name}|the model⟩ in ⟨{path}|the models folder⟩⟨: it needs {needs}⟩⟨, {free} are free⟩. Free some space, then try again. The downloaded part is kept.",
  "error.download_failed":
    "The download of ⟨{name}|the model⟩⟨ from {host}⟩ stopped⟨: {reason}|: {detail}|: status {status}⟩. Try again.",
  "error.model_file_invalid":
    "⟨{last}, the model you chose last,|{path}|The model's file⟩ cannot be loaded⟨: {reason}⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})⟩. ⟨Put {last} back, or choose another model: `kestrel models` lists them.|Give the full path of a GGUF file.⟩",
  "error.port_in_use":
    "⟨Port {port}|The port⟩ is taken⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})| (`{key}`)⟩. Choose another with --port, or --port 0 for a free one.",
  "error.no_model":
    "⟨{host} at {url} has no model loaded. Load one there, or name one as `model.name`|The server at {url} has no model that can hold a conversation. Load one there, or name one as `model.name`|No model is configured⟩. `kestrel doctor` shows what is here.",
  "error.model_changed":
    "⟨This session used {model}. {now} is in use now and has received nothing of the session. Choose {model} again, or accept {now} for this session.|This session used {model}. {demonstration} is a demonstration model and cannot continue it. Choose {model} again, or start a new session.|This session used another model.⟩",
  "error.window_too_small":
    "The window⟨ of {window} tokens⟩ is too small⟨: a session needs {needed}, of which its fixed prompt takes {prompt}⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})| (`{key}`)⟩. ⟨{host} loads the model with this window, so no setting of Kestrel widens it. Load it there with a larger one, then try again.|Set a larger one: --window {more}.|This model has no larger window: choose another model.⟩",
  "error.context_overflow":
    "The request is larger than the model's window. Start a new session, or load the model with a larger window.",
  "error.model_not_found":
    "⟨The server at {url} lists no model {id}|There is no model {id}|The server does not know this model⟩.⟨ It has: {candidates}.| `kestrel models` lists them.⟩⟨ Not on this machine: {remote}.⟩⟨ Choose one: `{command}`⟩",
  "error.model_not_chosen":
    "⟨{url} has no model loaded|No model is loaded there⟩, and Kestrel loads only a model that you choose.⟨ It has: {candidates}.⟩⟨ Not on this machine: {remote}.⟩ ⟨Choose one: `{command}`|Name one as `model.name`, or with --model beside --url, or load one there.⟩",
  "error.no_model_server":
    "A server answers at ⟨{url}|that address⟩, but Kestrel does not recognize it as a model server.",
  "error.auth":
    "The model's server⟨ at {url}⟩ needs an API key, or refused yours. `model.api_key_env` names the variable that holds it.",
  "error.busy": "The model's server is busy.",
  "error.template": "The model's chat template refused the conversation.",
  "error.tool_parse": "The server could not read what the model wrote.",
  "error.grammar": "The server refused a tool's schema.",
  "error.reply_line_too_long":
    "The model's server sent a line that is too long. It was cut off⟨ after {limit} bytes⟩; the text before it is kept.",
  "error.reply_too_long":
    "The reply did not end. It was cut off⟨ after {limit} characters⟩; the text before it is kept.",
  "error.arguments_too_long":
    "The reply's calls have more than⟨ {limit} characters of|⟩ arguments; none was run. Ask for smaller steps.",
  "error.too_many_calls":
    "The reply asks for more than⟨ {limit}|⟩ calls at once; none was run. Ask for smaller steps.",
  "error.daemon_unreachable":
    "Kestrel⟨ (pid {pid})⟩ does not answer⟨ at {url}⟩. ⟨`kestrel restart` ends process {pid} and starts it again|Start it with `kestrel start`⟩; nothing that was saved is lost.",
  "error.unreachable":
    "Cannot connect to ⟨{url}|the model's server⟩⟨ ({model})⟩⟨ (`{key}` in {file})| (`{key}`, from {flag})| (`{key}`, from {variable})⟩. Start its server, then try again.",
  "error.connection_lost": "The connection to ⟨{url}|the model's server⟩⟨ ({model})⟩ broke.",
  "error.timeout": "⟨{url}|The model's server⟩⟨ ({model})⟩ did not answer in time.",
  "error.unknown": "The model's server failed⟨: {detail}⟩.",
  "error.nothing_to_compact":
    "There is nothing to compact: a summary would be as long as the messages it replaces.",
  "error.nothing_to_undo": "There is nothing to undo.",
  "error.nothing_to_continue": "There is no cut answer to continue.",
  "error.context_full":
    "The context window is full. Start a new session, shorten the message, or load the model with a larger window.",
  "error.internal": "Kestrel failed internally.⟨ See `kestrel logs {report}`.⟩",
} as const satisfies Record<`error.${ErrorCode}`, string>;

// A fact that no such failure brings does not compile.
errors satisfies WithinTheirFacts<typeof errors>;

/** Why a call was not run, in a word or two; how a question ended; and the note under a question of an MCP server. */
export const rejections = {
  "rejected.unknown_tool": "no such tool",
  "rejected.arguments": "wrong arguments",
  "rejected.cut": "cut off",
  "rejected.doubtful": "maybe an example",
  "rejected.unread": "not understood",
  "question.end.dismissed": "no answer",
  "question.end.nobody": "no user was there to answer",
  "question.end.expired": "expired",
  "question.noSecrets":
    "Never type a password, a code, a key or a card number here. Your answer goes to the MCP server.",
} as const satisfies Record<`rejected.${NonNullable<RejectedReason["kind"]>}`, string> &
  Record<`question.end.${Exclude<QuestionEnd, "answered">}`, string> &
  Record<string, string>;

/** What a folder brings and is not used, by why. */
export const ignored = {
  "trust.ignored.settings": "Never used: settings in {path}",
  "trust.ignored.data_folder":
    "Never used: {path}, which Kestrel did not make. `kestrel init --here` makes the data folder of a project; skills go into {path}/skills",
  "trust.ignored.link_outside": "Never used: {path}, a link out of the project",
  "trust.ignored.not_a_file": "Never used: {path}, not an ordinary file",
  "trust.ignored.too_long": "Never used: {path}, longer than 256 KiB",
  "trust.ignored.rule_invalid": "Never used: entries in {path} that are not rules",
  "trust.ignored.skill_invalid":
    "Never used: {path}, without a valid skill name, or changed while it was read",
  "trust.ignored.skill_too_large": "Never used: {path}, too many or too large files for a skill",
  "trust.ignored.sets_policy": "Never used: {path}, which sets permissions",
  "trust.ignored.hook_invalid":
    "Not used: a hook in {path} that is invalid, names variables, or names a file that cannot be shown in full",
  "trust.ignored.hook_not_plain":
    "Not used: a hook in {path} whose command is more than plain words, so its files cannot be determined",
  "trust.ignored.name_taken": "Never used: {path}, another skill has that name",
} as const satisfies Record<`trust.ignored.${IgnoredThing["why"]}`, string>;

/** What to do about a failure of the model's server; shown after the failure's own sentence. */
export const hints = {
  "failure.detail": "It said: “{detail}”.",
  "hint.raise_window": "Load it with a larger window, or continue in a new session.",
  "hint.smaller_texts": "Cut the texts into smaller pieces.",
  "hint.choose_model": "Set `model.name` to one that the server has.",
  "hint.load_model": "Load a model there first.",
  "hint.check_key": "Then start Kestrel again.",
  "hint.check_address": "Check the address.",
  "hint.wait": "Wait a moment, then send it again.",
  "hint.free_memory": "There is not enough memory. Close other programs, or use a smaller model or window.",
  "hint.see_engine": "Its last output is on the Models page: `kestrel open`.",
  "hint.check_template": "Use a model whose template supports this, or give the server another template.",
  "hint.no_tools": 'It does not support tools. Set `model.tools` to "text", or choose a model that does.',
  "hint.text_tools":
    'Its template may not support tools. Set `model.tools` to "text", or give the server another template.',
  "hint.no_thinking": 'Its thinking cannot be controlled. Set `model.thinking` to "auto".',
  "hint.no_vision": "It cannot see pictures. Continue in a new session, in words.",
  "hint.start_with_embeddings": "Start that server with `--embeddings`.",
  "hint.simpler_schema": "Kestrel leaves out the tool with the faulty schema. Send it again.",
  "hint.ask_again": "Send it again.",
} as const satisfies Record<`hint.${FailureHint}` | "failure.detail", string>;
