/** Allowed arguments of a read-only command. Options must match exactly: GNU programs accept abbreviations too. */
export type ReadingCommand = {
  /** Letters without a value, alone or combined after one dash. */
  letters?: string;
  /** Letters that take a value: `-n5`, `-n 5`. */
  valued?: string;
  /** Long options, and the long options that some programs spell with one dash. */
  long?: readonly string[];
  /** Long options that take a value: `--max-depth=2`, `--max-depth 2`. */
  longValued?: readonly string[];
  /** Long options that take a value only as `--name=value`, with the value's pattern. */
  joined?: Readonly<Record<string, RegExp>>;
  /** `-20` is a count. */
  count?: true;
  /**
   * The kind of the operands: files, or standard input without one; a pattern before them; places, default the current folder; plain
   * text. `input`: text, and it reads standard input; `anything`: options are text too.
   */
  operands: "none" | "files" | "places" | "text" | "input" | "anything" | "pattern-then-files";
  /** Maximum number of operands. */
  most?: number;
  /** Pattern of a text operand. */
  text?: RegExp;
  /** Pattern of the first operand of `pattern-then-files`, when not every text is harmless. */
  pattern?: RegExp;
  /** Options that give the pattern; every operand is then a path. */
  givesPattern?: readonly string[];
  /** Options that make it read recursively. */
  reads?: "below" | readonly string[];
  /** It follows links below the folders it is given. */
  follows?: true;
  /** Options without which it does not run, such as `-n` of sed. */
  needs?: readonly string[];
};

const lineCount = { letters: "qvz", valued: "nc", longValued: ["--lines", "--bytes"], count: true } as const;
const grep: ReadingCommand = {
  letters: "inrvlLcoqwxEFGPHhsaIb",
  valued: "eABCm",
  long: [
    "--ignore-case",
    "--line-number",
    "--recursive",
    "--invert-match",
    "--files-with-matches",
    "--files-without-match",
    "--count",
    "--only-matching",
    "--quiet",
    "--word-regexp",
    "--line-regexp",
    "--extended-regexp",
    "--fixed-strings",
    "--with-filename",
    "--no-filename",
    "--no-messages",
    "--color=never",
    "--color=auto",
  ],
  longValued: [
    "--regexp",
    "--after-context",
    "--before-context",
    "--context",
    "--max-count",
    "--include",
    "--exclude",
    "--exclude-dir",
  ],
  operands: "pattern-then-files",
  givesPattern: ["-e", "--regexp"],
  reads: ["-r", "--recursive"],
};
const checksum: ReadingCommand = { letters: "b", operands: "files" };

/**
 * Commands that are read-only for all arguments within these limits. Excluded: commands that run programs, write, never end, show the
 * environment, or read file names from a file.
 */
export const readingCommands: Readonly<Record<string, ReadingCommand>> = {
  basename: { letters: "az", valued: "s", operands: "text" },
  cat: { letters: "AbEensTtuv", operands: "files" },
  cksum: { operands: "files" },
  cmp: { letters: "bls", valued: "n", operands: "files", most: 2 },
  comm: { letters: "123", long: ["--nocheck-order"], operands: "files", most: 2 },
  cut: {
    letters: "sz",
    valued: "bcdf",
    longValued: ["--delimiter", "--fields", "--bytes", "--characters", "--output-delimiter"],
    long: ["--complement", "--only-delimited"],
    operands: "files",
  },
  date: { letters: "uR", long: ["--utc", "-I", "-Iseconds"], operands: "text", most: 1, text: /^\+/ },
  df: { letters: "hkTi", operands: "places" },
  diff: {
    letters: "urqwbBiNsya",
    valued: "U",
    long: ["--brief", "--unified", "--recursive", "--ignore-all-space", "--color=never", "--stat"],
    operands: "files",
    most: 2,
    // It compares the files of two folders even without -r.
    reads: "below",
    follows: true,
  },
  dirname: { operands: "text" },
  du: {
    letters: "shackmx",
    valued: "d",
    long: ["--apparent-size", "--summarize", "--human-readable"],
    longValued: ["--max-depth"],
    operands: "places",
  },
  echo: { operands: "anything" },
  egrep: grep,
  expand: { valued: "t", operands: "files" },
  false: { operands: "none" },
  fgrep: grep,
  file: { letters: "bi", long: ["--brief", "--mime", "--mime-type"], operands: "files" },
  fold: { letters: "sb", valued: "w", operands: "files" },
  grep,
  head: { ...lineCount, operands: "files" },
  jq: {
    letters: "rcSeMs",
    long: ["--raw-output", "--compact-output", "--sort-keys"],
    operands: "pattern-then-files",
    // No variable, module, environment or file name.
    pattern: /^(?!.*\b(?:env|input_filename|import|include|input|inputs|debug|halt_error)\b)[^$@]*$/s,
  },
  ls: {
    letters: "aAlhrtRSF1dinsGopcuUXmCxLHgkQ",
    long: ["--all", "--almost-all", "--recursive", "--human-readable", "--color=never", "--color=auto"],
    operands: "places",
  },
  md5sum: checksum,
  nl: { letters: "p", valued: "bfhinsvw", operands: "files" },
  node: { long: ["--version", "-v"], operands: "none", needs: ["--version", "-v"] },
  // Never -w: its value is optional, so the next word is a file.
  od: { letters: "bcdoxv", valued: "ANjt", operands: "files" },
  paste: { letters: "s", valued: "d", operands: "files" },
  printf: { operands: "text" },
  pwd: { letters: "LP", operands: "none" },
  python3: { long: ["--version", "-V"], operands: "none", needs: ["--version", "-V"] },
  readlink: { letters: "fenm", operands: "files" },
  realpath: { letters: "em", operands: "files" },
  rev: { operands: "files" },
  rg: {
    letters: "inlcwFSvoHNsxU",
    valued: "gtTABCme",
    long: [
      "--files",
      "--ignore-case",
      "--line-number",
      "--files-with-matches",
      "--count",
      "--fixed-strings",
      "--word-regexp",
      "--no-heading",
      "--heading",
      "--color=never",
      "--sort=path",
      "--stats",
    ],
    longValued: ["--glob", "--type", "--type-not", "--regexp", "--context", "--max-count", "--max-depth"],
    operands: "pattern-then-files",
    givesPattern: ["-e", "--regexp", "--files"],
    reads: "below",
  },
  sed: {
    letters: "nE",
    long: ["--quiet", "--silent"],
    operands: "pattern-then-files",
    pattern: /^\d+(?:,(?:\d+|\$))?p$|^\$p$/,
    needs: ["-n", "--quiet", "--silent"],
  },
  sha1sum: checksum,
  sha256sum: checksum,
  sort: {
    letters: "nrufhVbdigMsz",
    valued: "kt",
    long: [
      "--numeric-sort",
      "--reverse",
      "--unique",
      "--ignore-case",
      "--human-numeric-sort",
      "--version-sort",
    ],
    longValued: ["--key", "--field-separator"],
    operands: "files",
  },
  stat: { letters: "Lft", valued: "c", longValued: ["--format", "--printf"], operands: "files" },
  strings: { letters: "a", valued: "nt", operands: "files" },
  tac: { operands: "files" },
  // Never -f, -F or --pid: it would not end.
  tail: { ...lineCount, operands: "files" },
  tr: {
    letters: "cCdst",
    long: ["--delete", "--squeeze-repeats", "--complement"],
    operands: "input",
    most: 2,
  },
  tree: {
    letters: "adfhpsuitDF",
    valued: "LIP",
    long: ["--noreport", "--dirsfirst", "--gitignore", "--du"],
    operands: "places",
  },
  true: { operands: "none" },
  uname: { letters: "asnrvmpio", operands: "none" },
  // A second operand is the output file.
  uniq: {
    letters: "cdiuz",
    valued: "fsw",
    long: ["--count", "--repeated", "--unique", "--ignore-case"],
    operands: "files",
    most: 1,
  },
  wc: { letters: "lwcmL", long: ["--lines", "--words", "--bytes", "--chars"], operands: "files" },
  // With a slash it is a path.
  which: { letters: "a", operands: "text", text: /^[^/]*$/ },
  whoami: { operands: "none" },
};
