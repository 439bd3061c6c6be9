/** How the body of a call is written; there is one reader for each. */
type BodyForm = "json" | "tags" | "named" | "python" | "gemma" | "lines" | "files";

/**
 * What one family writes, as templates. `{name}` is the tool's, `{key}` a parameter's, `{type}` what the model says of a value, `{index}` a number or an id,
 * `{attributes}` any others; `{tool}` that of an offered one; a blank stands for any white space or none, `⟨a¦b⟩` for one of these or none, `⟦a¦b⟧` for one of these. A tag may have a vendor before its name
 * (`<seed:tool_call>`) or a suffix behind it, and `|` may be full-width.
 */
export type Grammar = {
  family: string;
  /** When it came, and where it is described. */
  since: string;
  described: string;
  form: BodyForm;
  /** Marks around one call or several. The closing one may be missing at the end of a reply. */
  wraps?: readonly (readonly [open: string, close?: string])[];
  /** True if the wraps are ordinary words too: what they hold must be a whole call. */
  weak?: true;
  /** What stands before the arguments of one call and names its tool. */
  heads?: readonly string[];
  /** True if a head stands without a wrap. */
  alone?: true;
  /** What opens and closes one parameter. A value that begins on a new line stands in a frame of line breaks; one in line has none. */
  parameter?: readonly [open: string, close: string];
  /** True if a value has no frame even where it begins on a new line. */
  asItIs?: true;
  /** What ends one call, beside a wrap's closing mark. */
  end?: string;
  literal?: readonly [open: string, close: string];
  /** True if its parameters' tags stand in no text by chance, so that the next may open in the same line. */
  strict?: true;
  /** What encloses reasoning. `turn`: what closes it closes any message. `prompted`: a template may open it, so that a reply begins inside. */
  thinking?: readonly (readonly [open: string, close: string, how?: "turn" | "prompted"])[];
  /** The tokens around messages in channels: what opens one, all of them, and the head of one that is reasoning. */
  channels?: { opens: readonly string[]; tokens: readonly string[]; reasoning: string };
  /** What stands before the result of a tool, which no model writes itself. */
  results?: readonly string[];
  /** What begins a line of such a result, or of what a person says, before a colon. */
  resultLines?: readonly string[];
  /** The languages of fences that hold calls in JSON, in Python, an invented result; and those in which a model is asked to write. */
  fences?: Record<"json" | "python" | "results", readonly string[]> & {
    asked: { call: string; result: string };
  };
  /** Words before a colon that announce a call and say nothing else. */
  labels?: readonly string[];
  /** What stands before a colon at the begin of a line: a tool's name, its arguments, what was thought before. */
  lines?: { name: string; input: string; thoughts: readonly string[] };
  /** Signs of a turn, which nobody should see. */
  stops?: readonly string[];
  /** Whole files as blocks of code behind their names: what may stand before a name, and the languages of blocks that are no file. Read where a model's trait says so. */
  files?: { labels: readonly string[]; without: readonly string[] };
  /** True if it is read beside every family. */
  common?: true;
  /** What its chat template holds, all of them; the family with the most of them is the template's. */
  template?: readonly string[];
};
