/** The syntax of a call's body; each has one reader. */
type BodyForm = "json" | "tags" | "named" | "python" | "gemma" | "lines" | "files";

/**
 * One family's syntax, as templates. `{name}` is the tool's name, `{key}` a parameter's, `{type}` a value's declared type, `{index}` a
 * number or an id, `{attributes}` any others, `{tool}` an offered tool's name; a blank matches optional white space, `⟨a¦b⟩` optionally
 * one of these, `⟦a¦b⟧` one of these. A tag may have a vendor prefix (`<seed:tool_call>`) or a suffix, and `|` may be full-width.
 */
export type Grammar = {
  family: string;
  /** When it was released, and where it is documented. */
  since: string;
  described: string;
  form: BodyForm;
  /** Marks around one or several calls. The closing one may be missing at the end of a reply. */
  wraps?: readonly (readonly [open: string, close?: string])[];
  /** Whether the wraps are ordinary words too: their content must then be a complete call. */
  weak?: true;
  /** Marks before one call's arguments, with its tool's name. */
  heads?: readonly string[];
  /** Whether a head may occur without a wrap. */
  alone?: true;
  /** Marks around one parameter. A value that begins on a new line is framed by line breaks; an inline one is not. */
  parameter?: readonly [open: string, close: string];
  /** Whether a value has no frame even when it begins on a new line. */
  asItIs?: true;
  /** Marks that end one call, besides a wrap's closing mark. */
  end?: string;
  literal?: readonly [open: string, close: string];
  /** Whether its parameter tags never occur in ordinary text, so that the next may open in the same line. */
  strict?: true;
  /** Marks around reasoning. `turn`: the closing one ends any message. `prompted`: a template may open it before the reply. */
  thinking?: readonly (readonly [open: string, close: string, how?: "turn" | "prompted"])[];
  /** Tokens of channel-based messages: opening ones, all of them, and the head of a reasoning channel. */
  channels?: { opens: readonly string[]; tokens: readonly string[]; reasoning: string };
  /** Marks before a tool's result, which models should never write. */
  results?: readonly string[];
  /** Labels, before a colon, of lines with such a result or a user message. */
  resultLines?: readonly string[];
  /** Languages of fences with calls in JSON, in Python, with an invented result; and the ones a model is asked to use. */
  fences?: Record<"json" | "python" | "results", readonly string[]> & {
    asked: { call: string; result: string };
  };
  /** Labels before a colon that only announce a call. */
  labels?: readonly string[];
  /** Labels before a colon at the start of a line: a tool's name, its arguments, earlier reasoning. */
  lines?: { name: string; input: string; thoughts: readonly string[] };
  /** End-of-turn tokens, which are never shown. */
  stops?: readonly string[];
  /** Whole files as named code blocks, read by a model trait: labels before a name, and languages of blocks that are not files. */
  files?: { labels: readonly string[]; without: readonly string[] };
  /** Whether it is tried beside every family. */
  common?: true;
  /** Texts that its chat template contains; the family with the most matches is the template's. */
  template?: readonly string[];
};
