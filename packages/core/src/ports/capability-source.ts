import type { CallSubject, CapabilityKind, CatalogLine } from "@kestrel/protocol";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Assessment, CallArguments, StaleCall, ToolContext, ToolResult } from "./tool.ts";

/** The session that a request is for. */
export type CapabilityPlace = {
  /** Real path of the session's folder. */
  workspace: string;
  cancel: CancelSignal;
  /** Most UTF-16 units of a description. */
  limit: number;
  /** Only local entries: starts nothing and waits for nothing. */
  atHand?: true;
};

/** One thing that can be described, and called if its source runs it. */
export type Capability = {
  /** As `use` takes it: `pdf`, `github/create_issue`. */
  name: string;
  /** One line: `create_issue(repo: string, title: string, body?: string) – Open an issue`. Parameters last only as names and types. */
  signature: string;
  /** More text for the search: its description, the names of its parameters. */
  words: string;
};

/** The text added at the tail, and its digest. */
export type CapabilityText = { text: string; digest: string };

/** How a source's entries are called. Absent if none can run, such as skills. */
export interface CapabilityCalls {
  /** Awaited before a call is described, so that `subject` and `alongside` use current data. */
  ready?(): Promise<void>;
  /**
   * The canonical name of a variant that differs only in separators or case: `every__get_sum` for `every/get-sum`. Undefined for
   * other sources' names, and when it is ambiguous. A variant keeps its meaning: the call that was approved is the call that runs.
   */
  named?(spelled: string): string | undefined;
  /** A call's subject, by its arguments alone; cheap. Undefined for another source's name. */
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
  /** All entries under a line. */
  list(line: string, place: CapabilityPlace): Promise<readonly Capability[]>;
  /** Its description, within `place.limit`; undefined for an unknown name. */
  describe(name: string, place: CapabilityPlace): Promise<CapabilityText | undefined>;
  readonly calls?: CapabilityCalls;
}
