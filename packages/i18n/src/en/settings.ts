/** Every setting: its name, and after the line break its effect. */
export const settings = {
  "setting.server.port":
    "Port\nWhere this page and the API listen, on 127.0.0.1 only. 0 takes a free one each time.",
  "setting.server.idle_minutes":
    "Stop when unused\nMinutes after which a Kestrel in the background stops. 0 for never.",
  "setting.remote.listen":
    "Other devices: address\nAn address and a port of this machine where other devices may connect over TLS.",
  "setting.remote.names": "Other devices: names\nHost names of this machine that other devices may use.",
  "setting.remote.certificate":
    "Other devices: certificate\nYour own certificate, a PEM file. Without one, Kestrel makes one.",
  "setting.remote.key": "Other devices: key\nThe private key of your certificate, a PEM file.",
  "setting.engine.path": "llama-server\nThe program that runs models on this machine.",
  "setting.engine.folder": "Engine folder\nA folder with llama-server and its libraries.",
  "setting.engine.idle_minutes":
    "Unload when unused\nMinutes after which an unused model is unloaded. 0 for never.",
  "setting.engine.args": "Engine flags\nMore flags for llama-server, such as -fa on.",
  "setting.models.options":
    "Options per model\nHow single models are loaded: window, GPU layers, cache type, flash attention, draft model.",
  "setting.models.folder":
    "Downloads folder\nDownloaded models are kept here. Without one they go into `models` in the data folder.",
  "setting.models.hub": "Model hub\nWhere models are downloaded from: Hugging Face, or a compatible mirror.",
  "setting.models.hub_token_env":
    "Hub token\nThe environment variable that holds your access token for gated models.",
  "setting.models.folders": "Model folders\nLooked through for .gguf files, besides the usual places.",
  "setting.model.source":
    "Model source\nKestrel starts the model, uses a program that runs, or connects to an address.",
  "setting.model.path": "Model file\nThe .gguf file that Kestrel starts llama-server with.",
  "setting.model.url": "Server address\nAn OpenAI-compatible server, such as http://127.0.0.1:1234.",
  "setting.model.host": "Local program\nThe program on this machine that runs your model.",
  "setting.model.api_key_env":
    "API key variable\nThe environment variable with the server's key. Kestrel does not store the key here.",
  "setting.model.name": "Model name\nWhich model to use if a server has several.",
  "setting.model.window": "Context window\nTokens the model sees at once. A larger window needs more memory.",
  "setting.model.threads": "Threads\nProcessor threads for a model that Kestrel starts.",
  "setting.model.gpu_layers":
    "GPU layers\nLayers that the graphics processor takes. auto takes as many as fit.",
  "setting.model.thinking": "Thinking\nHow much the model thinks first: a word, or a number of tokens.",
  "setting.model.temperature": "Temperature\nHigher is more varied, lower more predictable.",
  "setting.model.top_p": "Top p\nSamples from the likeliest tokens that reach this share.",
  "setting.model.top_k": "Top k\nSamples from this many of the likeliest tokens. 0 for all.",
  "setting.model.min_p": "Min p\nLeaves out tokens below this share of the likeliest one.",
  "setting.model.repeat_penalty": "Repeat penalty\nMakes repetition less likely. 1 has no effect.",
  "setting.model.seed": "Seed\nThe same seed gives the same answer, where the server supports it.",
  "setting.model.max_tokens": "Longest reply\nTokens of one reply, thinking included.",
  "setting.model.keep_alive_minutes":
    "Keep in Ollama\nMinutes that Ollama keeps the model loaded after a reply.",
  "setting.model.tools": "Tool calls\ntext describes tools in words, for servers without tool support.",
  "setting.model.tools_dialect": "Tool-call format\nHow calls are written when tools are described in words.",
  "setting.model.guidance":
    "Help for weak models\nWhich aids a small model gets: by its size, all, none, or by name.",
  "setting.embeddings.url": "Embeddings server\nA server that turns texts into vectors.",
  "setting.embeddings.model": "Embeddings model\nWhich model to use if that server has several.",
  "setting.embeddings.api_key_env":
    "Embeddings key variable\nThe environment variable with that server's key.",
  "setting.ahead": "Work ahead\nUses idle time to prepare your next turn.",
  "setting.cache.slot_files_mib":
    "Cache on disk\nMiB for parked sessions, so that they resume quickly. 0 for none.",
  "setting.helpers.delegate": "Subagents\nNew sessions may ask a subagent that only reads.",
  "setting.helpers.max_tokens": "Subagent budget\nTokens a subagent reads and writes before it must answer.",
  "setting.crew.idle_minutes":
    "Unload other models\nMinutes after which models beside the main one are unloaded. 0 for never.",
  "setting.loadout": "Loadout\nThe preset of model, tools and permissions for the next start.",
  "setting.diagnostics.level": "Log level\nWhat Kestrel's own log keeps.",
  "setting.sandbox": "Sandbox\nWhether commands run inside a sandbox of the system.",
  "setting.permission.mode": "Mode\nWhat new sessions do without asking.",
  "setting.permission.allow": "Always allow\nRules for calls that run without asking, one per line.",
  "setting.permission.ask": "Always ask\nRules for calls that always ask, one per line.",
  "setting.permission.deny": "Always deny\nRules for calls that never run, one per line.",
  "setting.permission.roots": "More folders\nFolders that every session may read and change, one per line.",
  "setting.reach.lay_ready": "Suggest skills\nAdds a skill that your message clearly asks for.",
  "setting.reach.suggest_files":
    "Suggest files\nNames the files that probably answer a question about the folder.",
  "setting.memory.enabled": "Memory\nKeeps facts that you ask Kestrel to remember.",
  "setting.memory.propose": "Memory for models\nModels may look facts up and propose new ones. You decide.",
  "setting.memory.learn":
    "Proposals\nlessons: a command after which a failed check passed. on: also sentences that another model picks from what you typed. You decide.",
  "setting.memory.sessions": "Past sessions\nModels may search past sessions of the same folder.",
  "setting.web.fetch": "Read web pages\nLets the model read pages. Each call asks for its host.",
  "setting.web.own_hosts": "Hosts of your network\nPrivate hosts that may be read, one per line.",
  "setting.web.search_url": "Search server\nThe address of your SearXNG. It must offer JSON.",
  "setting.web.search_key_env": "Search key variable\nThe environment variable with a Brave Search key.",
  "setting.instructions.max_tokens":
    "Instructions budget\nTokens of AGENTS.md and similar files in trusted folders. 0 for none.",
  "setting.undo.snapshots": "Snapshots\nCopies the folder before each command, so that undo covers it.",
  "setting.update.registry": "npm registry\nWhat `kestrel update --check` asks, and only then.",
  "setting.limits.max_steps": "Steps per turn\nModel calls before a turn stops by itself.",
  "setting.limits.reasoning_tokens": "Thinking limit\nTokens of thinking before the model is told to answer.",
  "setting.terminal.bell": "Bell\nRings when a question waits for you, and when a turn of 10 s or more ends.",
  "setting.terminal.notify":
    "Notifications\nShows a desktop notification on the same occasions, if your terminal supports OSC 9.",
  "setting.terminal.title": "Title\nShows the session's title and state in the terminal's title.",
  "setting.terminal.theme": "Colours\nColours for a dark or a light background, or none.",
  "setting.terminal.status":
    "Line under a turn\nParts to show: model, context, reused, speed and time, or all.",
  "setting.terminal.keys":
    "Keys\nMore keys for actions, such as mode=ctrl+t, one per line. The usual keys stay.",
  "setting.languages.typescript": "TypeScript server\nA language server that reports errors after a change.",
  "setting.languages.python": "Python server\nA language server that reports errors after a change.",
  "setting.languages.go": "Go server\nA language server that reports errors after a change.",
  "setting.languages.c": "C and C++ server\nA language server that reports errors after a change.",
  "setting.limits.stop_command": "Final check\nA command that must succeed before a turn ends.",
} as const;

/** What Kestrel keeps on the disk, by kind. */
export const storage = {
  "storage.kind.logs": "Sessions",
  "storage.kind.checkpoints": "Checkpoints of sessions",
  "storage.kind.blobs": "Files as they were, for undo",
  "storage.kind.outputs": "Long outputs",
  "storage.kind.snapshots": "Snapshots around commands",
  "storage.kind.prefixes": "Prompts kept for the engine",
  "storage.kind.search": "Search index",
  "storage.kind.trash": "Deleted sessions and worktrees",
  "storage.kind.worktrees": "Worktrees",
  "storage.kind.models": "Models",
  "storage.kind.programs": "Engine and sandbox",
  "storage.kind.other": "Settings and the rest",
  "storage.files": { one: "{count} file", other: "{count} files" },
  "storage.freed": { one: "Deleted {count} file ({size}).", other: "Deleted {count} files ({size})." },
} as const;

/** Access tokens in both clients. */
export const tokens = {
  "tokens.created": "created {time}",
  "tokens.used": "last used {time}",
  "tokens.unused": "never used",
  "tokens.expires": "expires {time}",
} as const;
