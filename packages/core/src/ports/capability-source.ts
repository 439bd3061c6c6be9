import type { CallSubject, CapabilityKind, CatalogLine } from "@kestrel/protocol";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Assessment, CallArguments, StaleCall, ToolContext, ToolResult } from "./tool.ts";

/** For which session something is looked at. */
export type CapabilityPlace = {
  /** Real path of the session's folder. */
  workspace: string;
  cancel: CancelSignal;
  /** Most UTF-16 units of a description. */
  limit: number;
  /** Only local entries: starts nothing and waits for nothing. */
  atHand?: true;
};

/** One thing that can be described, and called where its source runs it. */
export type Capability = {
  /** As `use` takes it: `pdf`, `github/create_issue`. */
  name: string;
  /** One line: `create_issue(repo: string, title: string, body?: string) – Open an issue`. Parameters last only as names and types. */
  signature: string;
  /** More for the search to find it by: its description, the names of its parameters. */
  words: string;
};

/** The text added at the tail, and its digest. */
export type CapabilityText = { text: string; digest: string };

/** How what a source has is called. Absent where nothing of it runs, such as skills. */
export interface CapabilityCalls {
  /** Awaited before a call is described: what `subject` and `alongside` go by is then as it is. */
  ready?(): Promise<void>;
  /**
   * The canonical name of a variant that differs only in separators or case: `every__get_sum` for `every/get-sum`. Undefined for
   * other sources' names, and when it is ambiguous. A variant keeps its meaning: the call that was approved is the call that runs.
   */
  named?(spelled: string): string | undefined;
  /** What a call would be about, by its arguments alone; cheap. Undefined for a name that is not this source's. */
  subject(name: string, args: CallArguments): CallSubject | undefined;
  /** The effect of a call; changes nothing. A source that cannot tell returns `external`. */
  assess(name: string, args: CallArguments, context: ToolContext): Promise<Assessment>;
  /** Whether a call may run in parallel with others of its kind. Absent: none may. */
  alongside?(name: string): boolean;
  /** As {@link Tool.run}. Arguments that do not fit are an `error` whose content holds the signature. */
  run(name: string, args: CallArguments, context: ToolContext): Promise<ToolResult | StaleCall>;
}

/**
 * A source of capabilities beyond the tools of the prefix: a folder of skills, the configured servers. Names are its own, `line` or
 * `line/rest`; the session's frozen catalogue maps lines to sources. Methods reject only for failures inside Kestrel.
 */
export interface CapabilitySource {
  readonly kind: CapabilityKind;
  /** The lines for a new session in that folder, in a fixed order. Bounds its own wait; never rejects. */
  lines(workspace: string): Promise<readonly CatalogLine[]>;
  /** All that is under a line. */
  list(line: string, place: CapabilityPlace): Promise<readonly Capability[]>;
  /** The words about it, within `place.limit`; undefined when there is nothing of that name. */
  describe(name: string, place: CapabilityPlace): Promise<CapabilityText | undefined>;
  readonly calls?: CapabilityCalls;
}
