import type {
  CallId,
  CallSubject,
  CatalogLine,
  CommandCoverage,
  DescribedCapability,
  IntendedChange,
  JobId,
  KeptImage,
  PersonQuestion,
  QuestionEnd,
  Risk,
  RiskReason,
  SeenFile,
  SessionId,
  ToolDisplay,
  ToolSpec,
} from "@kestrel/protocol";
import type { FileChange } from "@kestrel/session-state";
import type { CancelSignal } from "./cancel-signal.ts";
import type { TrainedTexts } from "./trained-texts.ts";

/**
 * An approval is bound to these facts in addition to workspace, tool and argument bytes, by name: the real path of a file, its hash before
 * and after, the hash of a script that a command names.
 */
export type CallBinding = Readonly<Record<string, string>>;

/** The effect of a call, determined before it runs. */
export type Assessment = {
  risk: Risk;
  reasons: readonly RiskReason[];
  /** The preconditions of this assessment. With other ones the question is asked again, and no grant covers it. */
  binding?: CallBinding;
  /** The change to a file, when the tool can compute it. */
  preview?: { path: string; diff: string };
  /** The content it would write, when that is one file whose bytes are known. */
  change?: IntendedChange;
  /** The simple commands of the subject that are proven read-only, by index from 0. */
  reading?: readonly number[];
  /** Why a seemingly read-only command is not treated as one: git would find its repository further up. */
  unproven?: "git_above";
  /** Its real paths, links followed, relative to the workspace, with `/`. */
  places?: readonly string[];
  /** Those of them that are read recursively. */
  below?: readonly string[];
  /** This call runs inside an active sandbox without exceptions. */
  confined?: true;
  /** Set when the call would be refused now: this is the result; the user is not asked and nothing runs. */
  refused?: ToolResult;
  /** The tool failed inside Kestrel while it assessed the call: the id of its stack. */
  report?: string;
};

/** A file before and after a call; hashes name blobs of the bytes. */
type ChangedFile = Omit<FileChange, "modes">;

/** The result of a call. `content` is exactly what the model sees. */
export type ToolResult = {
  outcome: "ok" | "error";
  content: string;
  exitCode?: number;
  changes?: readonly ChangedFile[];
  /** The file changes of a command, when a snapshot was taken. */
  covered?: CommandCoverage;
  seen?: readonly SeenFile[];
  spillFile?: string;
  /** A job that this call started. */
  startedJob?: { job: JobId; command: string };
  /** Pictures that the model sees with the result. */
  images?: readonly KeptImage[];
  /** Open items of the model's own plan. */
  openItems?: readonly string[];
  /** The session of the subagent that answered. */
  helper?: SessionId;
  /** The capabilities that `content` describes, by their names for `use`. */
  described?: readonly DescribedCapability[];
  /** Web pages that `content` is from. */
  sources?: readonly { url: string; title: string }[];
  /** The tool failed inside Kestrel: the id of its stack. */
  report?: string;
};

/** The preconditions differ from the assessed ones: nothing was done, and the call must be assessed and approved again. */
export type StaleCall = { outcome: "stale" };

/** What a tool may use for assessing and running a call. */
export type ToolContext = {
  /** Real path of the session's folder; nothing outside it may be read or written. */
  workspace: string;
  /** Most UTF-16 units the result may have; output is cut while it is read, not afterwards. */
  outputLimit: number;
  /** The bytes' hash when this session last read or wrote the file; undefined when it never did. */
  lastSeen(path: string): string | undefined;
  /** The session's catalogue, frozen when it opened. */
  catalog?: readonly CatalogLine[];
  /** The digest of a capability's description that the model still sees; undefined when it sees none. */
  described?(name: string): string | undefined;
  /**
   * The names nearest in meaning to a text, when a librarian answers in time; `close` reports whether they were used. Only `use`
   * calls it.
   */
  nearest?(
    among: readonly { name: string; signature: string; words: string }[],
    words: string,
  ): Promise<
    | { product: readonly { name: string; likeness: number }[]; close(used: boolean): Promise<void> }
    | undefined
  >;
  /** Whether the model supports pictures in a tool result. Called only when there is one. */
  sees?(): Promise<boolean>;
  /** Takes a snapshot around a command that may change files, so that its changes are known. */
  snapshots?: boolean;
  /** Whether this session uses memory, and whether the model has read anything in it but the user's messages. */
  memory?: { on: boolean; outside: boolean };
  /** The fixed texts the model was trained on; the tool's own text applies to everything else. */
  texts?: TrainedTexts;
  /** Live output for the user. */
  show(delta: string): void;
  cancel: CancelSignal;
  /** The subject of the call when it was requested, which the gate judges, whatever changed since. */
  subject?: CallSubject;
  /** The session and the call. */
  asked?: { sessionId: SessionId; callId: CallId };
  /** Names this call uniquely in its session; for spill files. */
  callName: string;
  /** Passed to `run` of a call that runs alone: asks the user a question, one at a time. */
  ask?(question: PersonQuestion): Promise<{ end: QuestionEnd; text?: string }>;
  /** Passed to `run`: the binding of the assessment that was allowed. */
  approved?: CallBinding;
};

/** Arguments that fit a tool's schema. */
export type CallArguments = Readonly<Record<string, unknown>>;

/**
 * Something the model may do. Implemented by `@kestrel/tools`.
 *
 * - `arguments` given to any of the three fit `spec.parameters`: core has checked them.
 * - `describe` is cheap and looks at nothing: what the call is about, by its arguments alone. What it does not name, the call does not do;
 *   a tool that cannot tell says `opaque`. In `plan` mode only what may do nothing but look is assessed at all.
 * - `assess` looks at the ground and changes nothing.
 * - `run` compares the ground with `context.approved` before it does anything, and answers `stale` when it differs.
 *   A failed attempt is a result with outcome `error` whose content tells the model what to try. It throws only when the house fails.
 * - When `cancel` fires, `run` ends everything it started, whole process trees included, and resolves within 500 ms.
 */
export interface Tool {
  readonly spec: ToolSpec;
  /** Reads in one reply may run together; everything else runs alone and in order. */
  readonly concurrent: boolean;
  /** The effect of every call, whatever its arguments: only reads, or changes something (the default). */
  readonly effect?: "read" | "change";
  /** How clients display its calls; default `text`. */
  readonly display?: ToolDisplay;
  /** For a tool that is not concurrent: whether a call with these arguments may run in parallel anyway. */
  alongside?(args: CallArguments): boolean;
  /** For a tool that asks the user: its question. The user answers such a call; it never runs. */
  question?(args: CallArguments): PersonQuestion;
  describe(args: CallArguments): CallSubject | Promise<CallSubject>;
  assess(args: CallArguments, context: ToolContext): Promise<Assessment>;
  run(args: CallArguments, context: ToolContext): Promise<ToolResult | StaleCall>;
}
