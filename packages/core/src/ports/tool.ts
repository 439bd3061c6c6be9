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
 * What an answer is bound to beside workspace, tool and argument bytes: facts by name, such as the real path of a file,
 * its hash before and after, or the hash of a script that a command names.
 */
export type CallBinding = Readonly<Record<string, string>>;

/** What a call would do, told before it is done. */
export type Assessment = {
  risk: Risk;
  reasons: readonly RiskReason[];
  /** The ground this was judged on. Another ground is another question, and no grant covers it. */
  binding?: CallBinding;
  /** The change a file would see, when the tool can tell. */
  preview?: { path: string; diff: string };
  /** What it would write, when that is one file whose bytes are known. */
  change?: IntendedChange;
  /** Which simple commands of the subject were proven to do nothing but look, by their number from 0. */
  reading?: readonly number[];
  /** Why a command of the subject that looks was not proven to, where its words do not tell: git finds its repository further up. */
  unproven?: "git_above";
  /** What its paths are in truth, links followed, from the workspace with `/`. */
  places?: readonly string[];
  /** Those of them in which everything below is looked at as well. */
  below?: readonly string[];
  /** This very call runs inside an active sandbox, with nothing opened for it. */
  confined?: true;
  /** Set when the call would be refused as things stand: this is the answer, the person is not asked and nothing runs. */
  refused?: ToolResult;
  /** The tool failed inside Kestrel while it judged the call: what finds the stack. */
  report?: string;
};

/** A file before and after a call; hashes name blobs of the bytes. */
export type ChangedFile = Omit<FileChange, "modes">;

/** What a call came to. `content` is exactly what the model sees. */
export type ToolResult = {
  outcome: "ok" | "error";
  content: string;
  exitCode?: number;
  changes?: readonly ChangedFile[];
  /** What a command did to files, where a snapshot was asked for. */
  covered?: CommandCoverage;
  seen?: readonly SeenFile[];
  spillFile?: string;
  /** A job that this call began. */
  startedJob?: { job: JobId; command: string };
  /** Pictures that the model sees with the result. */
  images?: readonly KeptImage[];
  /** Items of the model's own plan that are still open. */
  openItems?: readonly string[];
  /** The session of the helper that answered. */
  helper?: SessionId;
  /** What `content` describes, by the names that `use` takes. */
  described?: readonly DescribedCapability[];
  /** Pages of the web that `content` is from. */
  sources?: readonly { url: string; title: string }[];
  /** The tool failed inside Kestrel: what finds the stack. */
  report?: string;
};

/** The ground is not the one that was assessed: nothing was done, and the call is to be assessed and asked about anew. */
export type StaleCall = { outcome: "stale" };

/** What a tool may know and touch while it is assessed and while it runs. */
export type ToolContext = {
  /** Real path of the session's folder; nothing outside it may be read or written. */
  workspace: string;
  /** Most UTF-16 units the result may have; output is cut while it is read, not afterwards. */
  outputLimit: number;
  /** The bytes' hash when this session last read or wrote the file; undefined when it never did. */
  lastSeen(path: string): string | undefined;
  /** The session's catalogue, as it was frozen when it opened. */
  catalog?: readonly CatalogLine[];
  /** The digest of what the model still sees of a capability's description; undefined when it sees none. */
  described?(name: string): string | undefined;
  /**
   * Which of these lie nearest in meaning to words, where a librarian tells in time; `close` says whether that was of use. Only
   * `use` asks.
   */
  nearest?(
    among: readonly { name: string; signature: string; words: string }[],
    words: string,
  ): Promise<
    | { product: readonly { name: string; likeness: number }[]; close(used: boolean): Promise<void> }
    | undefined
  >;
  /** Whether the model sees pictures that stand in a tool's answer. Asked only where there is one. */
  sees?(): Promise<boolean>;
  /** The person wants what commands do to files to be known: a snapshot is taken around one that may change some. */
  snapshots?: boolean;
  /** Whether this session uses memory, and whether the model has read anything but the person's words in it. */
  memory?: { on: boolean; outside: boolean };
  /** What the model was trained to be answered with; what is not among it is said in the tool's own words. */
  texts?: TrainedTexts;
  /** Live output, for people. */
  show(delta: string): void;
  cancel: CancelSignal;
  /** What the call was said to be about when it was requested: what the gate judges, whatever changed since. */
  subject?: CallSubject;
  /** Whose call it is. */
  asked?: { sessionId: SessionId; callId: CallId };
  /** Names this call uniquely in its session; for spill files. */
  callName: string;
  /** Given to `run` of a call that runs alone: asks the person something in the middle of it, one question at a time. */
  ask?(question: PersonQuestion): Promise<{ end: QuestionEnd; text?: string }>;
  /** Given to `run`: the binding of the assessment that let it through. */
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
  /** What its calls can do whatever their arguments: only read, or change something, which is what one that says nothing does. */
  readonly effect?: "read" | "change";
  /** How clients draw its calls; `text` where it names nothing. */
  readonly display?: ToolDisplay;
  /** Of a tool that is not: whether a call with these arguments may run beside its neighbours all the same. */
  alongside?(args: CallArguments): boolean;
  /** Of a tool that asks the person: what it asks. Such a call is answered by them and never run. */
  question?(args: CallArguments): PersonQuestion;
  describe(args: CallArguments): CallSubject | Promise<CallSubject>;
  assess(args: CallArguments, context: ToolContext): Promise<Assessment>;
  run(args: CallArguments, context: ToolContext): Promise<ToolResult | StaleCall>;
}
