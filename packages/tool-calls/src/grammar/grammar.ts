/** How the body of a call is written; there is one reader for each. */
type BodyForm = "json" | "tags" | "named" | "python" | "gemma";

/**
 * What one family writes, as templates. `{name}` is the tool's, `{key}` a parameter's, `{type}` what the model says of a value, `{index}` a number or an id,
 * `{attributes}` any others; `{tool}` that of an offered one; a blank stands for any white space or none, `⟨a¦b⟩` for one of these or none, `⟦a¦b⟧` for one of these. A tag may have a vendor before its name
 * (`<seed:tool_call>`) or a suffix behind it, and `|` may be full-width.
 */
export type Grammar = {
  /** Its name in a profile. */
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
  /** What encloses a value that holds marks. */
  literal?: readonly [open: string, close: string];
  /** What encloses reasoning. */
  thinking?: readonly (readonly [open: string, close: string])[];
  /** What stands before the result of a tool, which no model writes itself. */
  results?: readonly string[];
  /** Signs of a turn, which nobody should see. */
  stops?: readonly string[];
  /** True if it is read beside every family. */
  common?: true;
  /** What its chat template holds, all of them; the family with the most of them is the template's. */
  template?: readonly string[];
};
