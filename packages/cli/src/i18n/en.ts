import { english as shared } from "@kestrel/i18n";
import { channels } from "./en-channels.ts";
import { editors } from "./en-editors.ts";
import { loadout } from "./en-loadout.ts";
import { machine } from "./en-machine.ts";
import { mcp } from "./en-mcp.ts";
import { memory } from "./en-memory.ts";
import { permissions } from "./en-permissions.ts";
import { repl } from "./en-repl.ts";
import { session } from "./en-session.ts";
import { trust } from "./en-trust.ts";

export const said = {
  usage: "{problem}\nRun `kestrel help⟨ {about}⟩` for examples.",
  "output.unwritable": "Cannot write the output: {detail}.",
  "command.unknown":
    "There is no command `{command}`.⟨ Did you mean `{suggestion}`?⟩ To send it as a message: `kestrel -- {command}`.",
  "command.unknownVerb": "`{command}` has no `{verb}`.⟨ Did you mean `{suggestion}`?⟩ It has: {verbs}.",
  "usage.lacking": "`{command}` needs {word}.",
  "usage.tooMany": "`{command}` does not take `{word}`.",
  "serve.ready": "Kestrel {version} is up at {url}",
  "serve.link":
    "Open this link in your browser (valid once, for 15 minutes):\n\n  {link}\n\nLater: `kestrel open` prints a new one.",
  "serve.ends": "Ctrl-C stops Kestrel.",
  "serve.joinedEnds": "`kestrel stop` stops Kestrel.",
  "serve.loading": "The model is being loaded: {seconds} s so far.",
  "daemon.switchAsk": "Kestrel (pid {pid}) is running with {label}. Switch it to {named}? [y/N]",
  "daemon.switchWith": "Kestrel (pid {pid}) is running with {label}. To switch it to {named}: `{command}`",
  "daemon.switched": "Switched to {label}. It is also used after a restart.",
  "serve.waiting":
    "Kestrel waits for this server and uses it when it answers. You can choose another model in the console.",
  "serve.joined": "Kestrel is already running (pid {pid}) at {url}",
  "serve.stopping": "Stopping: ending turns, tools and the engine.",
  "open.forgotten": "Browsers that have to log in again: {count}.",
  "open.none": "No Kestrel is running for this user. Start one with `npm start` or `kestrel serve`.",
  "engine.found": "llama-server: {path} ({version})",
  "engine.origin.configured": "named in the configuration",
  "engine.origin.environment": "named by KESTREL_LLAMA_SERVER",
  "engine.origin.path": "found on PATH",
  "engine.origin.usual-place": "found in a usual place",
  "engine.origin.kestrel-folder": "unpacked by Kestrel",
  "engine.cpu":
    "This build uses the processor only. For a GPU, install or build llama.cpp for it and put `llama-server` on PATH, or set engine.path in {configFile}. It takes precedence.",
  "engine.vulkan":
    "Debian's build with Vulkan also uses a graphics processor whose Vulkan driver is installed: `kestrel engine fetch --vulkan`.",
  "engine.withVulkan": "With the Vulkan backend⟨ for the {graphics} graphics processor⟩.",
  "engine.none": "No llama-server was found.",
  "engine.fetchable":
    "Kestrel can install Debian's llama.cpp in its own folder, without changing the system: `kestrel engine fetch`.",
  "engine.command": "To get one here: {command}",
  "engine.fetching":
    "Downloading llama.cpp from Debian's packages (~{megabytes} MB) into {folder}. The system is not changed.",
  "engine.step": "  {step}",
  "serve.loadout": "Loadout: {name} ({file})",
  "model.ready": "Model: {label}",
  "model.demonstration":
    "Model: {label}. Its loadout calls it a demonstration model: any window is enough, and it can do little.",
  "model.standsIn": "No model of your own: {label}, a demonstration. See `kestrel models`",
  "model.none":
    "No model is configured. Name one: `kestrel serve --model /path/to/model.gguf`, or --url http://127.0.0.1:1234 for a server that runs.",
  "notice.workspace_config_ignored":
    "⟨{file}|A kestrel.toml⟩ is ignored: a workspace cannot configure Kestrel.",
  "notice.schedule_over": "⟨The schedule {name}|A schedule⟩ ran⟨. Its answer: `kestrel --resume {session}`⟩.",
  "notice.schedule_cut":
    "⟨The schedule {name}|A schedule⟩ was stopped after an hour⟨. What it did: `kestrel --resume {session}`⟩.",
  "notice.schedule_wrong":
    "⟨The schedule {name}|A schedule⟩ in your settings is not valid, so it does not run. It needs name, folder, prompt, and at or every.",
  "notice.language_server_silent":
    "⟨The language server for {language}|A language server⟩ did not answer three times⟨ in {folder}⟩. Kestrel no longer waits for it until the next start: `kestrel restart`.",
  "notice.loop_over": "⟨Loop {id}|A loop⟩ is over or needs you⟨: `kestrel loop show {id}`⟩.",
  "notice.memory_restored":
    "The memory database was missing or damaged. Restored ⟨{rows} ⟩facts from the snapshot.⟨ The old file is {file}.⟩",
  "notice.memory_expired":
    "⟨{rows}|Some⟩ facts of the category `conversation` were deleted: not used for 90 days.",
  "notice.model_asked":
    "⟨{model}|The model⟩ was asked in idle time how it calls tools⟨: `{calls}`⟩. This is used after its next start. `kestrel probe` shows it.",
  "notice.tool_disabled": "⟨The tool `{tool}`|A tool⟩ is left out: the model's server cannot use its schema.",
  "notice.data_unwritable":
    "Nothing can be written in ⟨{path}|the data folder⟩⟨ ({why})⟩. Sessions can be read. Free some space to continue.",
  "notice.index_unavailable":
    "SQLite could not be loaded⟨ ({detail})⟩; the session list is read from the logs instead.",
  "notice.unknown_setting":
    "⟨{file}⟩⟨, line {line}⟩: ⟨`{key}` is not a setting⟩⟨; did you mean `{suggestion}`?|. It is ignored.⟩",
  "notice.permission_suggested":
    "The loadout⟨ {file}⟩ suggests ⟨mode `{mode}`|a mode⟩. It is not applied⟨: the mode is `{inForce}`⟩. To apply it: ⟨--mode {mode}|--mode⟩.",
  "notice.settings_changed":
    "Settings changed since Kestrel started⟨: {keys}⟩. They take effect after a restart: `kestrel restart`.",
  "notice.settings_broken":
    "The configuration changed and can no longer be read⟨, {file}⟩⟨, line {line}⟩⟨: `{key}`⟩. The settings from the start stay in effect, but the next start would fail. `kestrel doctor` says what is wrong.",
  "notice.remote_unavailable":
    "Other devices cannot reach Kestrel⟨ at {listen}⟩⟨: {why}⟩. This machine can. Correct `remote.listen` or the certificate, then restart.",
  "notice.loadout_missing":
    "⟨{file}: `{key}`|The loadout⟩ names ⟨{name}|something⟩ that is not here. New sessions work without it.",
  "config.unknown":
    "There is no setting `{key}`.⟨ Did you mean `{suggestion}`?⟩ `kestrel config list` lists them.",
  "config.changed": "Changed {key} in {file}.",
  "config.takes.now": "It takes effect now.",
  "config.takes.session": "It takes effect in the next session.",
  "config.takes.restart": "It takes effect after a restart: kestrel restart",
  "config.takes.start": "It takes effect when Kestrel starts.",
  "config.overruled": "{key} stays {value}: {where} sets it.",
  "config.refused":
    "`{key}` was not changed: it must be ⟨{expected}|another value⟩⟨, not {got}⟩. Run `kestrel config set {key} VALUE` again with such a value.",
  "update.check": "Kestrel does not update itself. `kestrel update --check` looks for a newer release.",
  "update.same": "Kestrel {version} is the newest release.",
  "update.newer": "Kestrel {latest} is available; this is {version}. Install it with `{install}`.",
  "update.older": "This is Kestrel {version}, newer than the newest release, {latest}.",
  "update.offline":
    "{registry} did not answer⟨ (status {status})⟩. Check your network or the setting `update.registry`, then try again.",
  "update.unknown":
    "{registry} has no release of Kestrel. To ask another registry: `kestrel config set update.registry URL`.",
  "run.limit": "Stopped: {flag} {value} was reached. The session is saved.",
  "run.badSchema": "{file} is not a JSON Schema that Kestrel supports: {why}",
  "run.misfit": "The answer does not fit {file}: {why}. The session is saved.",
  "run.allowPattern": "--allow '{value}' takes the star literally. As a pattern: --allow 'command: {value}'",
  "help.typed": "Type `kestrel` here as: {program}",
} as const;

/** Every sentence of the terminal, by key. Other languages have exactly these keys. */
export const english = {
  ...shared,
  ...said,
  ...session,
  ...repl,
  ...machine,
  ...permissions,
  ...trust,
  ...channels,
  ...mcp,
  ...editors,
  ...loadout,
  ...memory,
} as const;
export type Sentences = typeof english;
