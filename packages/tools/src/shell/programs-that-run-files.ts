/** How to recognize a command that runs a file: one row per program. */
export type Interpreter = {
  programs: RegExp;
  /** Flags followed by code: no file follows. */
  code?: RegExp;
  /** Flags followed by a value. */
  values?: RegExp;
  /** Words before the file. */
  commands?: RegExp;
  /** Extensions that a name may omit. */
  endings?: readonly string[];
};

const nodeEndings = [".js", ".json", ".node", ".ts", "/package.json", "/index.js"];

/** The first is the shell, which parses lines itself. */
export const interpreters: readonly [Interpreter, ...Interpreter[]] = [
  {
    programs: /^(?:ba|da|a|z|k|mk|fi)?sh$/,
    code: /^-[a-z]*c/,
    values: /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/,
  },
  {
    programs: /^(?:python|pypy)[\d.]*$/,
    code: /^-[bBdEhiIOPqsSuvVx]*c/,
    values: /^(?:-[a-zA-Z]*[WXQ]|--check-hash-based-pycs)$/,
    endings: ["/__main__.py"],
  },
  {
    programs: /^(?:node(?:js)?[\d.]*|tsx|ts-node)$/,
    code: /^(?:-[pe]+|--eval|--print)(?:=|$)/,
    values: /^-[rC]$/,
    endings: nodeEndings,
  },
  {
    programs: /^(?:bun|deno)$/,
    code: /^(?:-[pe]+|--eval|--print)(?:=|$)/,
    values: /^-[rc]$/,
    commands: /^(?:run|test|serve|bench)$/,
    endings: [".js", ".ts", ".mjs", ".tsx", ".jsx"],
  },
  {
    programs: /^perl[\d.]*$/,
    code: /^-[acdfFgGilnpsStTuUvwWX\d]*[eE]/,
    values: /^-I$/,
  },
  { programs: /^j?ruby[\d.]*$/, code: /^-[aAcdhlnpsSvwWy\d]*e/, values: /^-[rICEK]$/ },
  { programs: /^php[\d.]*$/, code: /^-[rBRE]/, values: /^-[cdzfStT]$/ },
  { programs: /^lua(?:jit)?[\d.]*$/, values: /^-[el]$/ },
  { programs: /^Rscript$/, code: /^-e/ },
  {
    programs:
      /^(?:tclsh|wish|expect|guile|julia|octave|ocaml|elixir|escript|groovy|scala|gnuplot|m4|bc|dc|pwsh|osascript|ipython|gjs|qjs|ansible-playbook)[\d.]*$/,
    code: /^-(?:e|c|-eval|-command|Command)$/,
  },
  // The dynamic linker also runs files without execute permission.
  { programs: /^ld(?:-linux|-musl)?[\w.-]*\.so(?:\.\d+)?$/, values: /^--(?:preload|library-path|argv0)$/ },
];

/** Flags whose value names what is run, in any position: `-f x`, `-fx`, `--file x`, `--file=x`. */
type Flags = {
  programs: RegExp;
  /** A file that is run. */
  files?: readonly string[];
  /** Extensions that a name may omit. */
  endings?: readonly string[];
  /** A line of shell. */
  lines?: readonly string[];
  /** A folder searched for what is run. */
  folders?: readonly string[];
  /** `NAME=VALUE`, where the value is a line of shell or a path. */
  settings?: readonly string[];
};

export const flagged: readonly Flags[] = [
  { programs: /^g?make$/, files: ["-f", "--file", "--makefile"], folders: ["-I", "--include-dir"] },
  { programs: /^just$/, files: ["-f", "--justfile"], lines: ["--shell"] },
  {
    programs: /^[gmno]?awk$/,
    files: ["-f", "--file", "-i", "--include", "-l", "--load", "-E", "--exec"],
    endings: [".awk"],
  },
  { programs: /^g?sed$/, files: ["-f", "--file"] },
  { programs: /^git$/, settings: ["-c"], lines: ["-x", "--exec", "--extcmd"], folders: ["--exec-path"] },
  { programs: /^env$/, lines: ["-S", "--split-string"] },
  { programs: /^(?:ba|k|z)?sh$/, files: ["--rcfile", "--init-file"] },
  {
    programs: /^(?:node(?:js)?[\d.]*|tsx|ts-node)$/,
    files: ["-r", "--require", "--loader", "--experimental-loader", "--env-file", "--import"],
    endings: nodeEndings,
  },
  {
    programs: /^(?:bun|deno)$/,
    files: ["-r", "--require", "--preload", "--config", "--import-map", "--import"],
    endings: nodeEndings,
  },
  { programs: /^perl[\d.]*$/, folders: ["-I", "-Mlib"] },
  { programs: /^j?ruby[\d.]*$/, files: ["-r"], endings: [".rb"], folders: ["-I"] },
  { programs: /^(?:bsd)?tar$/, lines: ["-I", "--use-compress-program", "--to-command"] },
  { programs: /^(?:ssh|scp|sftp)$/, files: ["-F"] },
  { programs: /^rsync$/, lines: ["-e", "--rsh"] },
  { programs: /^(?:npm|npx|pnpm|yarn)$/, files: ["--userconfig", "--globalconfig", "--script-shell"] },
  { programs: /^java$/, files: ["-jar"], folders: ["-cp", "-classpath", "--class-path"] },
  { programs: /^n?vim?$/, files: ["-S", "-s", "-u", "-l"] },
  { programs: /^emacs$/, files: ["-l", "--load", "--script"] },
  { programs: /^(?:gdb|lldb)$/, files: ["-x", "-s", "--command", "--source"] },
  { programs: /^(?:psql|mysql|mariadb)$/, files: ["-f", "--file"] },
  { programs: /^cmake$/, files: ["-P", "-C"] },
];

/** Variables whose value is run by a program of the line, and how. */
export const variables: readonly {
  names: RegExp;
  /** A line of shell, files, a searched folder, or the flags of a program. */
  is: "line" | "files" | "folder" | { flagsOf: string };
}[] = [
  {
    names: /^(?:BASH_ENV|ENV|PYTHONSTARTUP|MAKEFILES|LD_PRELOAD|LD_AUDIT|GIT_CONFIG(?:_GLOBAL|_SYSTEM)?)$/,
    is: "files",
  },
  {
    names:
      /^(?:(?:GIT_|MAN)?PAGER|(?:GIT_|GIT_SEQUENCE_)?EDITOR|VISUAL|BROWSER|GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF)|(?:GIT|SSH|SUDO)_ASKPASS|RSYNC_RSH|LESS(?:OPEN|CLOSE)|PROMPT_COMMAND|PS[0-4]|(?:CONFIG_)?SHELL|CC|CXX|LD|RUSTC(?:_WRAPPER)?|npm_config_script_shell)$/,
    is: "line",
  },
  { names: /^NODE_OPTIONS$/, is: { flagsOf: "node" } },
  { names: /^PERL5OPT$/, is: { flagsOf: "perl" } },
  { names: /^RUBYOPT$/, is: { flagsOf: "ruby" } },
  { names: /^MAKEFLAGS$/, is: { flagsOf: "make" } },
  {
    names:
      /^(?:PATH|CDPATH|PYTHON(?:PATH|HOME)|NODE_PATH|PERL5LIB|RUBYLIB|GEM_(?:PATH|HOME)|CLASSPATH|LUA_C?PATH|AWKPATH|(?:DY)?LD_LIBRARY_PATH|GIT_EXEC_PATH|GIT_CONFIG_(?:PARAMETERS|(?:KEY|VALUE)_\d+))$/,
    is: "folder",
  },
];

const packageFiles = ["package.json", ".npmrc"];
const makefiles = ["GNUmakefile", "makefile", "Makefile"];

/** Files that programs run without being given their name. */
export const unnamed: Readonly<Record<string, readonly string[]>> = {
  bun: ["package.json", "bunfig.toml"],
  cargo: ["Cargo.toml", "build.rs", ".cargo/config.toml"],
  cmake: ["CMakeLists.txt"],
  deno: ["deno.json", "deno.jsonc"],
  gmake: makefiles,
  gradle: ["build.gradle", "build.gradle.kts"],
  gradlew: ["build.gradle", "build.gradle.kts"],
  just: ["justfile", ".justfile"],
  make: makefiles,
  mvn: ["pom.xml"],
  ninja: ["build.ninja"],
  npm: packageFiles,
  npx: packageFiles,
  pnpm: [...packageFiles, ".pnpmfile.cjs"],
  rake: ["Rakefile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  yarn: ["package.json", ".yarnrc", ".yarnrc.yml"],
};
