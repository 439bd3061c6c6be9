import { english as shared } from "@kestrel/i18n";
import { loadout } from "./en-loadout.ts";
import { machine } from "./en-machine.ts";
import { mcp } from "./en-mcp.ts";
import { memory } from "./en-memory.ts";
import { permissions } from "./en-permissions.ts";
import { repl } from "./en-repl.ts";
import { session } from "./en-session.ts";
import { trust } from "./en-trust.ts";

export const said = {
  usage: "{problem}\nRun `kestrel help` for what it understands.",
  "output.unwritable": "What is printed could not be written: {detail}.",
  "command.unknown": "There is no command `{command}`.",
  "serve.ready": "Kestrel {version} is up at {url}",
  "serve.link":
    "Open this link in your browser (good once, for a quarter of an hour):\n\n  {link}\n\nLater: `kestrel open` prints a new one.",
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
    "This build computes on the processor only. For a GPU, install or build llama.cpp for it and put `llama-server` on PATH, or set engine.path in {configFile}: yours always wins.",
  "engine.none": "No llama-server was found.",
  "engine.fetchable":
    "Kestrel can unpack Debian's llama.cpp under its own folder, without touching the system: `kestrel engine fetch`.",
  "engine.command": "To get one here: {command}",
  "engine.fetching":
    "Fetching llama.cpp from Debian's packages (about {megabytes} MB) into {folder}. The system is not touched.",
  "engine.step": "  {step}",
  "serve.loadout": "Loadout: {name} ({file})",
  "model.ready": "Model: {label}",
  "model.demonstration":
    "Model: {label}. Its loadout says it is a demonstration model: no window is too small for it, and little is to be expected.",
  "model.standsIn":
    "No model of your own is configured. This is {label}, a very small demonstration model: it knows only how to use the tools. Bring a real GGUF for real work; `kestrel models` lists those on this disk.",
  "model.none":
    "No model is configured. Name one: `kestrel serve --model /path/to/model.gguf`, or --url http://127.0.0.1:1234 for a server that runs.",
  "notice.workspace_config_ignored":
    "⟨{file}|A kestrel.toml⟩ is ignored: a workspace never configures Kestrel.",
  "notice.memory_restored":
    "The memory database was missing or damaged. Restored ⟨{rows} ⟩facts from the snapshot.⟨ The old file is {file}.⟩",
  "notice.memory_expired":
    "⟨{rows}|Some⟩ facts of the category `conversation` were deleted: not used for 90 days.",
  "notice.memory_plain": "The SQLite driver cannot be loaded. Memory is kept in a plain file.",
  "notice.tool_disabled":
    "⟨The tool `{tool}`|A tool⟩ is left out: the model's server cannot compile its schema.",
  "notice.data_unwritable":
    "Nothing can be written in ⟨{path}|the data folder⟩⟨ ({why})⟩. Sessions can be read; make room to go on.",
  "notice.index_unavailable":
    "SQLite could not be loaded⟨ ({detail})⟩; the session list is read from the logs instead.",
  "notice.unknown_setting":
    "⟨{file}⟩⟨, line {line}⟩: ⟨`{key}` is no setting⟩⟨; did you mean `{suggestion}`?|. It is ignored.⟩",
  "notice.permission_suggested":
    "The loadout⟨ {file}⟩ suggests ⟨mode `{mode}`|a mode⟩. It is not taken over⟨: `{inForce}` is in force⟩. To take it: ⟨--mode {mode}|--mode⟩.",
  "notice.settings_changed":
    "Settings were changed since this Kestrel started⟨: {keys}⟩. That holds from the next start on: `kestrel stop`, then start again.",
  "notice.settings_broken":
    "The configuration was changed and can no longer be read⟨, {file}⟩⟨, line {line}⟩⟨: `{key}`⟩. What was read at the start holds; the next start would fail. `kestrel doctor` says what is wrong.",
  "notice.loadout_missing":
    "⟨{file}: `{key}`|The loadout⟩ names ⟨{name}|something⟩ that is not here. New sessions do without it.",
  "run.allowPattern":
    "--allow '{value}' means these very letters, the star too. As a pattern: --allow 'command: {value}'",
  "help.typed": "Here `kestrel` is typed as: {program}",
  help: `kestrel [command] [flags]

  kestrel                  talk to your model in this folder; a pipe: the same as run -
  kestrel run "…"          one task; the answer on standard output (- or a pipe: read the task from there)
  kestrel serve            start the daemon and print a one-time link
  kestrel start            the same, and open the browser if there is a desktop
  kestrel open             print a new link to the daemon that runs
  kestrel stop             end the daemon that runs
  kestrel status           whether it runs, where, with which model, and what uses it
  kestrel restart          end the daemon in the background and start it anew
  kestrel sessions list    what was talked about; search WORDS finds it again; then show ID,
                           context ID (what fills its window), cache ID (what was read twice), rm ID,
                           restore ID (list --deleted: which), rename ID TITLE, pin ID, archive ID
                           (list --archived: which), tag ID TAG; unpin, unarchive, untag,
                           export ID [--format jsonl|markdown|html] [--out FILE] [--redact [--dry-run]]
                           for others to read, import FILE (a JSONL export)
  kestrel service          start the daemon at login: install, uninstall, status
  kestrel tokens           access tokens for other programs: add NAME [--scope read|full] [--days N],
                           revoke ID
  kestrel storage          what is kept on this disk; free [--yes] deletes what no session names
  kestrel worktree         checkouts apart from yours; new NAME [PATH …], review, merge, drop, restore NAME
  kestrel undo             undo what a session did to files; --preview shows it, --redo redoes it
  kestrel permissions      the rules that stand; why 'CMD', add allow|ask|deny 'RULE', revoke ID
  kestrel trust            whose AGENTS.md and hooks are used; show, add, add-hooks, revoke [DIR]
  kestrel init --here      keep this project's sessions and rules in its own .kestrel/
  kestrel hooks            what is asked at the stages of a session; test NAME
  kestrel mcp              the MCP servers; add NAME -- COMMAND, add FILE, test, on, off, login, logout, remove NAME
  kestrel memory           what Kestrel was asked to remember; search WORDS, show ID, add TEXT [--here],
                           edit ID TEXT, forget ID, pin ID, unpin ID, accept ID (a proposal), stats,
                           export [--out FILE], import FILE
  kestrel skills           what models can learn in this folder; show NAME, on NAME, off NAME
  kestrel loadout          what goes into the field: list, check NAME, build NAME [--out FILE], diff A B,
                           new NAME [--from NAME], use NAME|none, show, remove, restore NAME,
                           export NAME [--out FILE], import FILE; places, forget-place ADDRESS: where
                           something may go by your yes
  kestrel models [ls]      what lies on this disk; ps, load ID, unload: the one that runs; load URL [NAME]: a
                           server's; estimate ID: what it takes
  kestrel engine           which llama-server is used; fetch gets one on Debian
  kestrel probe            find out what the model can do; kept as a profile
  kestrel doctor           what is here, what is missing, and the command that mends it
  kestrel logs             failures inside Kestrel; logs ID shows the one you were told the ID of
  kestrel help

The model (a daemon that runs keeps its own)
  --model FILE      a GGUF to start             --url URL         a server that runs
  --url URL --model NAME   one of a server's models
  --loadout FILE    what goes into the field    --window N        context window, tokens
  --port N          0 for a free one            --mode MODE       plan, ask, edits or auto
  --accept          take the addresses and keys of a loadout that is none of yours
Talking (kestrel, run)
  -C, --folder DIR  workspace (default: here)   -c, --continue    the last session here
  -r, --resume ID   that session                --plain           lines only, for screen readers
  --worktree NAME   in a checkout of its own
  --temperature N   --top-p N   --top-k N   --min-p N   --repeat-penalty N   --seed N   --max-tokens N
run
  --approve edits   --allow 'COMMAND'           what may be done without asking; 'command: npm test *' is a pattern
  -q, --quiet       no progress                 --jsonl           events as lines
  --trust           use what the folder says (AGENTS.md), from now on
Others
  --yes             memory forget, import, accept; service install: do it without asking
  --here            memory add: for this folder only
  --json            for programs: run, status, stop, restart, sessions, memory, tokens, service, undo, permissions,
                    trust, mcp, hooks, skills, loadout, models, engine, probe, doctor, logs
  --session ID --turn N --to N                  undo: of which session, which turn, back to before which
  -f, --follow      logs: go on with new ones   --session ID      logs: of that session only
  --dry-run         models load: the command    --no-open         start: no browser
  --fix             doctor: mend what can be    --write-loadout FILE   doctor: write down what was found
  --estimate        loadout: count without the model                 --out FILE   loadout, sessions export
  --from NAME       loadout new: as that one is                      --url ADDRESS   mcp add: a server at an address
  --scope read      tokens add: read, or full   --days N          tokens add: expires then
  --forget          open: every browser logs in again                --deleted   sessions list: those put aside
  --archived        sessions list: those put away                    -h, --help  -v, --version

Exit codes
  0 done   1 failed   2 usage   3 configuration: a setting, a loadout, the port, a folder
  4 model or engine   5 not approved   6 limit reached   7 unfinished   130 interrupted`,
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
  ...mcp,
  ...loadout,
  ...memory,
} as const;
export type Sentences = typeof english;
