import type { TurnEndReason } from "@kestrel/protocol";
import type { UnfinishedFact } from "@kestrel/protocol/api";

/** Why a turn ended. */
export const endings = {
  "end.done": "Done.",
  "end.cancelled": "Stopped.",
  "end.failed": "The turn failed.",
  "end.max_steps": "Stopped: the turn reached its limit of steps. Send a message to continue.",
  "end.context_full":
    "Stopped: the context window is full⟨. {needed} tokens are needed and {reserve} kept free, of {window}⟩. Three ways on: a larger window (--window), a new session with a summary (/new), or the message again, shorter (/edit).",
  "end.shortened":
    "The model now sees only the beginning and end of what did not fit. Your next message continues from there.",
  "end.length": "Stopped: the reply reached its length limit.",
  "end.empty_reply": "The model's reply was empty.",
  "end.interrupted": "The turn was interrupted: Kestrel crashed or was killed.",
  "end.doom_loop": "Stopped: the model repeated the same calls with the same results.",
  "end.unfinished": "Not finished.",
  "unfinished.nothing_changed": "The model says it changed something, but no file changed.",
  "unfinished.no_test_ran": "The model says tests ran, but none did.",
  "unfinished.failed_check": "The last check failed.",
  "unfinished.failed_edit": "The last edit was refused, and no file changed.",
  "unfinished.said_so": "The model says it is not done⟨: {why}⟩.",
  "end.stop_command": "Stopped: your own check (limits.stop_command) still fails after eight reminders.",
  "end.same_error": "Stopped: several calls in a row failed with the same error.",
  "end.repetition": "Stopped: the reply repeated itself.",
  "end.reasoning_budget": "Stopped: the model used up its thinking budget.",
  "end.too_many_calls": "Stopped: one reply contained too many calls.",
  "end.arguments_too_long": "Stopped: the arguments of a call were too long.",
  "end.reply_too_long": "Stopped: the reply was too long.",
  "end.log_unwritable":
    "Stopped: the session's log cannot be written. Is the disk full? The session so far is kept and can be read.",
  "end.shutdown": "The turn was interrupted: Kestrel was stopped.",
} as const satisfies Record<
  `end.${TurnEndReason}` | `unfinished.${UnfinishedFact}` | "end.shortened",
  string
>;

/** What a value of the configuration should have been. */
export const expectations = {
  "expected.whole_number": "a whole number from {least} to {most}",
  "expected.number": "a number from {least} to {most}",
  "expected.word_or_number": "{words} or a whole number from {least} to {most}",
  "expected.word_or_list": "{words} or a list of {names}",
  "expected.one_of": "one of {words}",
  "expected.absolute_path": "an absolute path",
  "expected.model_path": "the absolute path of a .gguf file",
  "expected.template_path": "the absolute path of a chat template",
  "expected.http_url": "an http or https URL without a password in it⟨, because {because} is set⟩",
  "expected.variable_name": "the name of an environment variable",
  "expected.variable_set": "the name of an environment variable that is set",
  "expected.text": "text",
  "expected.this_setting": "`{words}`; rules outside a setting have no effect",
  "expected.no_allow": "no `allow` rules; a loadout can only ask or deny",
  "expected.command_line": "a line for sh",
  "expected.yes_or_no": "true or false",
  "expected.folders": "a list of absolute paths",
  "expected.model_options": 'a list of texts like "NAME window=16384 gpu_layers=20 kv=q8_0 flash=on"',
  "expected.key_bindings":
    'a list of texts like "mode=ctrl+t"; one of {names} before =, a key with ctrl or alt after it',
  "expected.texts": "a list of texts",
  "expected.rules":
    'a list of rules, such as "command: npm test *", "path: src/**", "host: example.org" or the name of a tool',
  "expected.hosts": 'a list of hosts such as "wiki.lan" or "127.0.0.1:8080"',
  "expected.remote_address":
    'one address of this machine with a port, such as "192.168.1.5:7443"; not 0.0.0.0 or [::]',
  "expected.host_names": 'a list of host names in lower case, such as "desk.lan"',
  "expected.roots": "a list of at most 20 folders, absolute or from ~/",
  "expected.root_missing": "a folder that exists",
  "expected.root_too_wide": "a folder other than /, your home folder, its parents and system folders",
  "expected.root_own": "a folder outside Kestrel's own folders that contains none of them",
  "expected.root_secret": "a folder without known keys, tokens or histories",
  "expected.toml": "valid TOML",
  "expected.value": "a value⟨, because model.source is {source}⟩",
} as const;

/** The reference to the diagnostics that follows an internal error. */
export const reports = {
  "report.call": "Kestrel failed internally during this call. See `kestrel logs {report}`.",
  "report.judging":
    "Kestrel failed while it checked this call, so it cannot say what the call would do. See `kestrel logs {report}`.",
  "report.reply": "Kestrel failed while it looked for tool calls in this reply. See `kestrel logs {report}`.",
  "report.job": "{job} failed inside Kestrel. See `kestrel logs {report}`.",
} as const;

/** Why a reminder was given to the model. */
export const causes = {
  "cause.repeated_call": "the same call again, with the same result",
  "cause.call_cycle": "its calls repeat in a cycle",
  "cause.same_error": "the same error again and again",
  "cause.repetition": "it repeated itself",
  "cause.reasoning_budget": "its thinking budget is used up",
  "cause.empty_reply": "its reply was empty",
  "cause.reasoning_only": "it thought, but did not answer",
  "cause.promise": "it announced a step and did not take it",
  "cause.length": "the reply was cut by its length limit",
  "cause.unverified": "changes have not been checked yet",
  "cause.failed_edit": "its last edit was refused",
  "cause.claim": "it claimed something the log does not show",
  "cause.failed_check": "the last check failed",
  "cause.open_items": "its plan has open items",
  "cause.hook": "your hook says it is not done",
  "cause.stop_hook": "your own check (limits.stop_command) failed",
  "cause.too_many_calls": "it made too many calls at once",
  "cause.arguments_too_long": "the arguments of its calls were too long",
  "cause.reply_too_long": "its reply was too long",
  "tool.denied": "denied",
  "tool.interrupted": "interrupted",
} as const;
