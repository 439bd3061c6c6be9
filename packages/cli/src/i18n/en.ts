import type { ErrorCode } from "@kestrel/protocol";
import { conversation } from "./en-conversation.ts";
import { machine } from "./en-machine.ts";
import { repl } from "./en-repl.ts";

const said = {
  usage: "{problem}\nRun `kestrel help` for what it understands.",
  "command.unknown": "There is no command `{command}`.",
  "serve.ready": "Kestrel {version} is up at {url}",
  "serve.link":
    "Open this link in your browser (good once, for one minute):\n\n  {link}\n\nLater: `kestrel open` prints a new one. Ctrl-C stops Kestrel.",
  "serve.joined": "Kestrel is already running (pid {pid}) at {url}",
  "serve.stopping": "Stopping: ending turns, tools and the engine.",
  "open.none": "No Kestrel is running for this user. Start one with `npm start` or `kestrel serve`.",
  "engine.found": "llama-server: {path} ({version})",
  "engine.origin.configured": "named in the configuration",
  "engine.origin.environment": "named by KESTREL_LLAMA_SERVER",
  "engine.origin.path": "found on PATH",
  "engine.origin.usual-place": "found in a usual place",
  "engine.origin.kestrel-folder": "unpacked by Kestrel",
  "engine.cpu":
    "This build computes on the processor only. For a GPU, install or build llama.cpp for it and put `llama-server` on PATH, or set engine.path in {configFile}: yours always wins.",
  "engine.none": "No llama-server was found.",
  "engine.fetchable":
    "Kestrel can unpack Debian's llama.cpp under its own folder, without touching the system: `kestrel engine fetch`.",
  "engine.command": "To get one here: {command}",
  "engine.fetching":
    "Fetching llama.cpp from Debian's packages (about {megabytes} MB) into {folder}. The system is not touched.",
  "engine.step": "  {step}",
  "model.ready": "Model: {label}",
  "model.demo":
    "No model is configured. This is the scripted test model: it plays written replies and knows nothing. Type [[tour]] to see the path; bring a real GGUF for real work.",
  "model.none":
    "No model is configured. Name one: `kestrel serve --model /path/to/model.gguf`, or --url http://127.0.0.1:1234 for a server that runs.",
  "notice.workspace_config_ignored": "{path} is ignored: a workspace never configures Kestrel.",
  "notice.index_unavailable":
    "SQLite could not be loaded ({detail}); the session list is read from the logs instead.",
  "notice.unknown_setting": "{file}: unknown setting `{key}`; did you mean `{suggestion}`?",
  help: `kestrel [command] [flags]

  kestrel                  talk to your model in this folder
  kestrel run "…"          one task; the answer on standard output (- or a pipe: read the task from there)
  kestrel serve            start the daemon and print a one-time link
  kestrel start            the same, and open the browser if there is a desktop
  kestrel open             print a new link to the daemon that runs
  kestrel sessions         list sessions
  kestrel engine [fetch]   which llama-server is used; fetch one on Debian
  kestrel models [ps|load ID|unload|estimate ID]   what lies on this disk, and what it takes
  kestrel probe            find out what the model can do; kept as a profile
  kestrel doctor [--fix]   what is here, what is missing, and the command that mends it

Flags
  --model FILE   a GGUF to start          --url URL      a server that runs
  --loadout FILE what goes into the field --window N     context window, tokens
  --port N       0 for a free one         -C, --folder   workspace (default: here)
  --mode plan|ask                         --json, --jsonl
  -c, --continue the last session here    -r, --resume ID
  --approve edits  --allow 'COMMAND'      what \`run\` may do without asking
  -q, --quiet    no progress              --plain        lines only, for screen readers
  -h, --help     -v, --version

Exit codes
  0 done   1 failed   2 usage   3 configuration   4 model or engine
  5 not approved   6 limit reached   130 interrupted`,
} as const;

const errors: Record<ErrorCode, string> = {
  unauthorized: "The daemon does not know this token. Stop it and start again.",
  bad_host: "The daemon refused the name it was called by.",
  bad_origin: "The daemon refused a foreign page.",
  bad_fetch_site: "The daemon refused a request from another site.",
  bad_target: "The daemon did not understand the address.",
  json_only: "The daemon takes JSON only.",
  code_invalid: "This link was used, is too old or is wrong. `kestrel open` prints a new one.",
  too_many_attempts: "Too many wrong codes. Wait a minute, then run `kestrel open`.",
  too_many_clients: "Too many browsers and terminals are connected. Close some.",
  invalid_request: "The request does not fit: {where} {problem}",
  too_large: "The request is too large.",
  not_found: "Not found.",
  session_not_found: "There is no session {sessionId}. `kestrel sessions` lists them.",
  session_busy: "A turn is under way in this session. Wait for it or stop it.",
  no_open_turn: "Nothing is running in this session.",
  approval_not_found: "Nobody asks for that approval.",
  approval_stale: "That question was answered already, or speaks of other arguments.",
  workspace_invalid: "{path} cannot be a workspace ({reason}). Give the full path of a folder that exists.",
  config_invalid: "{file}: `{key}` is wrong: {expected}. Correct it and start again.",
  loadout_invalid: "{file}: `{key}` is wrong: {expected}. Correct it and start again.",
  data_folder_unsafe: "{path} cannot be trusted ({why}). It must be yours and closed to others: chmod 700.",
  daemon_running: "Kestrel is already running (pid {pid}) at {url}.",
  log_unwritable: "The session's log cannot be written. Is the disk full?",
  log_damaged: "The session's log is damaged.",
  engine_not_found: "No llama-server was found. `kestrel engine` says how to get one.",
  engine_start_failed: "The engine did not start: {reason}",
  engine_not_ready: "The engine is not ready yet.",
  engine_died: "The engine ended unexpectedly.",
  engine_fetch_failed: "The engine could not be fetched: {reason}",
  model_file_invalid: "{path} cannot be loaded: {reason}. Name a whole GGUF file.",
  port_in_use: "Port {port} is taken. Choose another with --port, or --port 0 for a free one.",
  no_model: "No model is configured. `kestrel doctor` shows what is here.",
  context_overflow: "The request is larger than the model's window.",
  model_not_found: "The server does not know this model.",
  auth: "The model's server wants a key, or another one.",
  busy: "The model's server is busy.",
  template: "The model's chat template refused the conversation.",
  tool_parse: "The server could not read what the model wrote.",
  grammar: "The server refused a tool's schema.",
  unreachable: "Nothing answers at the model's address. Is the server running?",
  timeout: "The model's server was silent for too long.",
  unknown: "The model's server failed: {detail}",
  context_full: "The context window is full.",
  internal: "Something unexpected happened inside Kestrel.",
};

type ErrorKeys = { [Code in ErrorCode as `error.${Code}`]: string };

/** Every sentence of the terminal, by key. Other languages have exactly these keys. */
export type Sentences = Record<
  keyof typeof said | keyof typeof conversation | keyof typeof repl | keyof typeof machine,
  string
> &
  ErrorKeys;

export const english: Sentences = {
  ...said,
  ...conversation,
  ...repl,
  ...machine,
  ...(prefixed(errors) as ErrorKeys),
};

/** Error sentences under `error.CODE`. */
export function prefixed(sentences: Record<ErrorCode, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(sentences).map(([code, sentence]) => [`error.${code}`, sentence]));
}
