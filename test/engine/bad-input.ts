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
type Input = Pick<Mistake, "words" | "config" | "loadout" | "environment">;

/** A file, a flag or a variable says what cannot be. */
const wrongSetting = (names: readonly string[], input: Input): Mistake => ({
  ...input,
  names,
  code: 3,
  remedy: "Correct it",
});

/** The model's file cannot be loaded. */
const wrongFile = (names: readonly string[], input: Input): Mistake => ({
  ...input,
  names,
  code: 4,
  remedy: "Give the full path of a GGUF file",
});

/** What people get wrong in files and on the command line. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  "a key that is missing": wrongSetting(["$/mine.toml", "model.path"], { loadout: self }),
  "a model that is missing from the configuration": wrongSetting(["$/data/config/config.toml", "model.url"], {
    config: '[model]\nsource = "connect"\n',
  }),
  "a relative model path": wrongSetting(["$/mine.toml", "model.path", '"models/mine.gguf"'], {
    loadout: `${self}path = "models/mine.gguf"\n`,
  }),
  "a loadout that is not there": {
    ...wrongSetting(["$/gone.toml"], { words: ["--loadout", "$/gone.toml"] }),
    remedy: "kestrel loadout",
  },
  "TOML that is none": wrongSetting(["$/data/config/config.toml", "TOML", "1"], {
    config: "[server\nport = 1\n",
  }),
  "a value of the wrong type": wrongSetting(
    ["$/data/config/config.toml", "limits.max_steps", '"many"', "1000"],
    { config: '[limits]\nmax_steps = "many"\n' },
  ),
  "an address of embeddings that is none": wrongSetting(
    ["$/data/config/config.toml", "embeddings.url", '"127.0.0.1:8081"'],
    { config: '[embeddings]\nurl = "127.0.0.1:8081"\n' },
  ),
  "a flag of the wrong type": wrongSetting(["--window", "model.window", "wide"], {
    words: ["--window", "wide"],
  }),
  "a variable of the wrong type": wrongSetting(["KESTREL_LIMITS_MAX_STEPS", "limits.max_steps"], {
    environment: { KESTREL_LIMITS_MAX_STEPS: "0" },
  }),
  "a variable for a key that is not set": wrongSetting(
    ["$/data/config/config.toml", "model.api_key_env", "MY_KEY"],
    { config: '[model]\nurl = "http://127.0.0.1:9"\napi_key_env = "MY_KEY"\n' },
  ),
  "a model file that is not there": wrongFile(["$/gone.gguf", "model.path", "--model"], {
    words: ["--model", "$/gone.gguf"],
  }),
  "a model file that is cut short": wrongFile(["$/cut.gguf", "$/mine.toml", "model.path"], {
    loadout: `${self}path = "$/cut.gguf"\n`,
  }),
  "a model file that is something else": wrongFile(
    ["$/text.gguf", "$/data/config/config.toml", "model.path", "GGUF"],
    { config: '[model]\npath = "$/text.gguf"\n' },
  ),
  "a model file that is a folder": wrongFile(["$/workspace", "model.path"], {
    words: ["--model", "$/workspace"],
  }),
  "an engine that does not run": {
    words: ["--model", "$/model.gguf"],
    config: '[engine]\npath = "$/text.gguf"\n',
    environment: { KESTREL_ENGINE_PATH: "" },
    code: 4,
    names: ["$/text.gguf", "$/data/config/config.toml", "engine.path"],
    remedy: "kestrel engine",
  },
  "a window that the fixed prompt fills": {
    words: ["--model", "$/model.gguf", "--window", "512"],
    code: 3,
    names: ["512", "model.window", "--window", "6144"],
    remedy: "--window 8192",
  },
};
