/** One mistake: what is typed or written, the exit code, and what both languages must name. */
export type Mistake = {
  words?: readonly string[];
  config?: string;
  loadout?: string;
  environment?: Record<string, string>;
  code: number;
  /** Parts of the one error: the file, the key, the value. `$` stands for the home's folder. */
  names: readonly string[];
  /** The remedy, in English. */
  remedy: string;
};

/** The beginning of a loadout whose model Kestrel starts. */
export const self = '[model]\nsource = "self"\n';
/** What people get wrong in files and on the command line. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  "a key that is missing": {
    loadout: self,
    code: 3,
    names: ["$/mine.toml", "model.path"],
    remedy: "Correct it",
  },
  "a model that is missing from the configuration": {
    config: '[model]\nsource = "connect"\n',
    code: 3,
    names: ["$/data/config/config.toml", "model.url"],
    remedy: "Correct it",
  },
  "a relative model path": {
    loadout: `${self}path = "models/mine.gguf"\n`,
    code: 3,
    names: ["$/mine.toml", "model.path", '"models/mine.gguf"'],
    remedy: "Correct it",
  },
  "a loadout that is not there": {
    words: ["--loadout", "$/gone.toml"],
    code: 3,
    names: ["$/gone.toml"],
    remedy: "Correct it",
  },
  "TOML that is none": {
    config: "[server\nport = 1\n",
    code: 3,
    names: ["$/data/config/config.toml", "TOML", "1"],
    remedy: "Correct it",
  },
  "a value of the wrong type": {
    config: '[limits]\nmax_steps = "many"\n',
    code: 3,
    names: ["$/data/config/config.toml", "limits.max_steps", '"many"', "1000"],
    remedy: "Correct it",
  },
  "an address of embeddings that is none": {
    config: '[embeddings]\nurl = "127.0.0.1:8081"\n',
    code: 3,
    names: ["$/data/config/config.toml", "embeddings.url", '"127.0.0.1:8081"'],
    remedy: "Correct it",
  },
  "a flag of the wrong type": {
    words: ["--window", "wide"],
    code: 3,
    names: ["--window", "model.window", "wide"],
    remedy: "Correct it",
  },
  "a variable of the wrong type": {
    environment: { KESTREL_LIMITS_MAX_STEPS: "0" },
    code: 3,
    names: ["KESTREL_LIMITS_MAX_STEPS", "limits.max_steps"],
    remedy: "Correct it",
  },
  "a variable for a key that is not set": {
    config: '[model]\nurl = "http://127.0.0.1:9"\napi_key_env = "MY_KEY"\n',
    code: 3,
    names: ["$/data/config/config.toml", "model.api_key_env", "MY_KEY"],
    remedy: "Correct it",
  },
  "a model file that is not there": {
    words: ["--model", "$/gone.gguf"],
    code: 4,
    names: ["$/gone.gguf", "model.path", "--model"],
    remedy: "Name a whole GGUF file",
  },
  "a model file that is cut short": {
    loadout: `${self}path = "$/cut.gguf"\n`,
    code: 4,
    names: ["$/cut.gguf", "$/mine.toml", "model.path"],
    remedy: "Name a whole GGUF file",
  },
  "a model file that is something else": {
    config: '[model]\npath = "$/text.gguf"\n',
    code: 4,
    names: ["$/text.gguf", "$/data/config/config.toml", "model.path", "GGUF"],
    remedy: "Name a whole GGUF file",
  },
  "a model file that is a folder": {
    words: ["--model", "$/workspace"],
    code: 4,
    names: ["$/workspace", "model.path"],
    remedy: "Name a whole GGUF file",
  },
  "an engine that does not run": {
    words: ["--model", "$/model.gguf"],
    config: '[engine]\npath = "$/text.gguf"\n',
    environment: { KESTREL_ENGINE_PATH: "" },
    code: 4,
    names: ["$/text.gguf", "$/data/config/config.toml", "engine.path"],
    remedy: "kestrel engine",
  },
  "a URL where nothing answers": {
    words: ["--url", "http://127.0.0.1:9"],
    code: 4,
    names: ["http://127.0.0.1:9", "model.url", "--url"],
    remedy: "Is the server running?",
  },
  "a window that the fixed prompt fills": {
    words: ["--model", "$/model.gguf", "--window", "512"],
    code: 3,
    names: ["512", "model.window", "--window", "6144"],
    remedy: "--window 16384",
  },
};
