import {
  type AgentParts,
  KestrelError,
  type Pictures,
  type Redactor,
  type Sandbox,
  type SessionArchive,
  type SessionCatalog,
  type SessionSearch,
  type Worktrees,
  type WorktreeWish,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { AheadCounters } from "@kestrel/protocol";
import type {
  DaemonStatus,
  DiagnosticEntry,
  FreedStorage,
  HookTrial,
  ListedHelpers,
  ListedHooks,
  Routes,
  SandboxStatus,
  SearchTrial,
  Setting,
  StoredKind,
  WebTool,
} from "@kestrel/protocol/api";
import type { LoopState, Worktree } from "@kestrel/protocol/loop";
import { AheadOfTime, type AheadRules } from "./ahead/ahead-of-time.ts";
import type { ChannelAccess } from "./channel-access.ts";
import type { HelperRuns } from "./delegation/helper-runs.ts";
import type { Downloads } from "./downloads.ts";
import { type ForeignServers, noServers } from "./foreign-servers.ts";
import { LentModel } from "./lent-model.ts";
import { Loadouts } from "./loadouts.ts";
import type { LoopRuns } from "./loop/loop-runs.ts";
import { type FactBook, FactDoor } from "./memory.ts";
import { Metrics } from "./metrics.ts";
import type { ModelsInUse } from "./models-in-use.ts";
import type { Notices } from "./notices.ts";
import { Permissions } from "./permissions.ts";
import { Reach } from "./reach.ts";
import { OpenSessions } from "./sessions/open-sessions.ts";
import { recentWorkspaces } from "./sessions/recent-workspaces.ts";
import { resolveWorkspace } from "./sessions/resolve-workspace.ts";
import type { SessionRules } from "./sessions/session-rules.ts";
import { Trust, type TrustRules } from "./trust.ts";
import type { UserHooks } from "./user-hooks.ts";
import type { WebAccess } from "./web-access.ts";

/** What the application is made of; put together by the composition. */
export type ApplicationParts = {
  archive: SessionArchive;
  catalog: SessionCatalog;
  /** Finds words in the sessions; without it nothing is found. */
  search?: SessionSearch;
  /** What every turn works with. */
  agent: AgentParts;
  /** Looks through what leaves for others. */
  redactor: Redactor;
  pictures: Pictures;
  models: ModelsInUse;
  rules: SessionRules;
  /** When work is done ahead of need; without it never. */
  ahead?: AheadRules;
  /** The user's trust decisions about folders with instructions, and the longest instructions. Without it none are read. */
  trust?: TrustRules;
  settings: SettingsBook;
  /** The path of the user's settings file. */
  settingsFile: string;
  /** The daemon's own log; without it nothing can be shown of it. */
  diagnostics?: { file: string; newest(most: number): Promise<DiagnosticEntry[]> };
  notices: Notices;
  sandbox?: Sandbox;
  /** The user's MCP servers; without it there are none. */
  mcp?: ForeignServers;
  /** The tools of the web; without it there are none. */
  web?: WebAccess;
  /** Running subagents and the list of available ones; undefined disables them. */
  helpers?: { runs: HelperRuns; list(): Promise<ListedHelpers> };
  /** What the person asked to be remembered; without it memory is off. */
  memory?: FactBook;
  /** Disk usage; without it no figures are available. */
  storage?: Storage;
  /** Checkouts apart from the person's own; without it there are none. */
  worktrees?: Worktrees;
  /** Models that are downloaded; without it none can be. */
  downloads?: Downloads;
  /** Plans that are worked on; without it there are none. */
  loops?: LoopRuns;
  /** Services that the user writes from; without it there are none. */
  channels?: ChannelAccess;
  /** Information about the user's hooks. Without it there are none. */
  hooks?: UserHooks;
  /** What a person types in a terminal to reach this program. */
  command: string;
  /** The program, and whether it was started in the background. */
  program?: { build: string; background: boolean };
  /** Named reasons to keep the daemon running without a turn: jobs, schedules. It does not exit while one returns true. */
  holds?: Readonly<Record<string, () => boolean>>;
};

type ListedSettings = Routes["settings"]["answer"]["_output"];

/** The user's settings. `change` writes into their file; it rejects with `config_invalid` or `setting_by_hand`. */
export type SettingsBook = {
  list(): Promise<ListedSettings>;
  change(key: string, value: Setting["value"]): Promise<ListedSettings>;
};

/** What Kestrel keeps on the disk. */
export type Storage = {
  folder: string;
  measure(): Promise<StoredKind[]>;
  /** Deletes what no session names; with `dryRun` it only looks. */
  free(wish?: { dryRun?: boolean }): Promise<FreedStorage>;
};

const nothingFreed: FreedStorage = { blobs: { files: 0, bytes: 0 }, outputs: { files: 0, bytes: 0 } };

/** Entries of the daemon's log that a client is shown. */
const mostEntries = 50;

/** The daemon without a socket: whatever a client can ask of it, by whatever way it asks. */
export class Application {
  readonly sessions: OpenSessions;
  readonly models: ModelsInUse;
  readonly pictures: Pictures;
  readonly permissions: Permissions;
  readonly trust: Trust;
  readonly mcp: ForeignServers;
  readonly reach: Reach;
  readonly memory: FactDoor;
  readonly loadouts: Loadouts;
  /** The model for other programs of this machine. */
  readonly lent: LentModel;
  /** Those that a new session is offered, in their fixed order. */
  readonly tools: AgentParts["tools"];
  /** Resolves when a client asked the daemon to end. */
  readonly stopAsked: Promise<void>;
  /** Set when the daemon ends to make way for another: attached clients wait for that one. */
  restarts = false;
  readonly #parts: ApplicationParts;
  readonly #ahead: AheadOfTime;
  readonly #metrics = new Metrics();
  readonly #earlyCalls = { started: 0, used: 0, savedMs: 0 };
  #askToStop = () => {};

  constructor(parts: ApplicationParts) {
    this.#parts = parts;
    this.models = parts.models;
    this.pictures = parts.pictures;
    this.permissions = new Permissions(parts.agent, parts.rules.workspaces);
    this.trust = new Trust(parts);
    this.mcp = parts.mcp ?? noServers(parts.settingsFile);
    this.reach = new Reach(parts.agent.library, parts.rules.workspaces);
    this.memory = new FactDoor(parts.memory, parts.rules.workspaces);
    this.loadouts = new Loadouts({
      book: parts.rules.loadouts,
      backend: parts.agent.backend,
      engine: parts.models.engine,
    });
    this.tools = parts.agent.tools;
    this.#ahead = new AheadOfTime({
      backend: parts.agent.backend,
      engine: parts.models.engine,
      beside: (state) => parts.models.loaded?.of(state),
      rules: parts.ahead,
    });
    const agent = this.#agent(parts);
    this.sessions = new OpenSessions(
      { ...parts, agent, trust: this.trust, metrics: this.#metrics },
      this.#ahead,
    );
    this.lent = new LentModel({ backend: parts.agent.backend, working: () => this.sessions.working() });
    parts.helpers?.runs.serve({ sessions: this.sessions, agent });
    parts.loops?.serve(this.sessions);
    this.stopAsked = new Promise((resolve) => {
      this.#askToStop = resolve;
    });
  }

  /** The status that a client reads when it connects. Works without the sample project where nothing can be written. */
  async status(): Promise<DaemonStatus> {
    const { rules, command, models, notices } = this.#parts;
    const own = await Promise.all([
      rules.playground().catch(passOver("making the sample project")),
      rules.noFolder().catch(passOver("making the folder of sessions without one")),
    ]);
    await models.engine.check?.();
    return {
      version: rules.version,
      ...this.#parts.program,
      pid: process.pid,
      command,
      engine: models.engine.status(),
      mode: rules.mode,
      workspaces: await recentWorkspaces(await this.sessions.list(), ...own),
      notices: await notices.now(),
    };
  }

  /** The settings in effect, and the way to change one. */
  get settings(): SettingsBook {
    return this.#parts.settings;
  }

  /** The newest entries of the daemon's own log. */
  async diagnostics(): Promise<{ file: string; entries: DiagnosticEntry[] }> {
    const { file, newest } = this.#parts.diagnostics ?? { file: "", newest: async () => [] };
    return { file, entries: await newest(mostEntries) };
  }

  /** The helpers that a new session may ask. */
  async helpers(): Promise<ListedHelpers> {
    return (await this.#parts.helpers?.list()) ?? { helpers: [], problems: [], folder: "" };
  }

  /** The hooks that hold: the user's, and those of a folder where they are trusted. */
  async listHooks(workspace?: string): Promise<ListedHooks> {
    const listed = await this.#parts.hooks?.list(await this.#folder(workspace));
    return listed ?? { hooks: [], problems: [], file: this.#parts.settingsFile, plugins: "" };
  }

  /** Tries one. Rejects with `not_found`. */
  async testHook(name: string, workspace?: string): Promise<HookTrial> {
    const folder = await this.#folder(workspace);
    const tried = await this.#parts.hooks?.test(name, folder);
    if (!tried) throw new KestrelError("not_found", "no such hook", { words: name });
    return tried;
  }

  async #folder(workspace: string | undefined): Promise<string> {
    return workspace === undefined ? "" : resolveWorkspace(workspace, this.#parts.rules.workspaces, true);
  }

  /** The state of the command sandbox. The first call tries it out. */
  async sandboxStatus(): Promise<SandboxStatus> {
    return (await this.#parts.sandbox?.status()) ?? { state: "off" };
  }

  /** The web tools of new sessions, and the settings file that selects them. */
  async listWeb(): Promise<{ tools: WebTool[]; file: string }> {
    return { tools: [...((await this.#parts.web?.list()) ?? [])], file: this.#parts.settingsFile };
  }

  /** Rejects with `not_found` where no search is configured. */
  async trySearch(): Promise<{ trial: SearchTrial }> {
    const trial = await this.#parts.web?.trySearch();
    if (!trial) throw new KestrelError("not_found", "no search is configured", { tool: "search" });
    return { trial };
  }

  /** Adds early calls and compaction between turns where the rules allow them. */
  #agent({ agent, ahead }: ApplicationParts): AgentParts {
    const counted = this.#earlyCalls;
    const earlyCalls: AgentParts["earlyCalls"] = {
      started: () => {
        counted.started += 1;
      },
      used: (savedMs) => {
        counted.used += 1;
        counted.savedMs += Math.round(savedMs);
      },
    };
    if (!ahead) return agent;
    return { ...agent, earlyCalls, mayCompactIdle: async () => (await ahead.paused()) === undefined };
  }

  async readStorage(): Promise<{ kinds: StoredKind[]; unnamed: FreedStorage; folder: string }> {
    const { storage } = this.#parts;
    const [kinds, unnamed] = await Promise.all([storage?.measure(), storage?.free({ dryRun: true })]);
    return { kinds: kinds ?? [], unnamed: unnamed ?? nothingFreed, folder: storage?.folder ?? "" };
  }

  async freeStorage(): Promise<{ freed: FreedStorage }> {
    return { freed: (await this.#parts.storage?.free()) ?? nothingFreed };
  }

  /** What this process did and is, in the text format of Prometheus. */
  async metrics(): Promise<string> {
    const stored = (await this.#parts.catalog.list()).length;
    return this.#metrics.text({ stored, loaded: this.sessions.loaded() });
  }

  /** What idle prefill was spent on, and what it gained. */
  async ahead(): Promise<AheadCounters> {
    return { ...(await this.#ahead.counters()), calls: { ...this.#earlyCalls } };
  }

  /** Rejects with `worktree_refused` where there are none. */
  worktrees(): Worktrees {
    const { worktrees } = this.#parts;
    if (!worktrees)
      throw new KestrelError("worktree_refused", "no worktrees here", { reason: "worktree_no_git" });
    return worktrees;
  }

  /** Rejects with `not_found` where none can be downloaded. */
  downloads(): Downloads {
    const { downloads } = this.#parts;
    if (!downloads) throw new KestrelError("not_found", "no downloads here");
    return downloads;
  }

  /** Rejects with `loop_refused` where there are none. */
  loops(): LoopRuns {
    const { loops } = this.#parts;
    if (!loops) throw new KestrelError("loop_refused", "no loops here", { reason: "loop_no_sandbox" });
    return loops;
  }

  /** Rejects with `not_found` where there are none. */
  channels(): ChannelAccess {
    const { channels } = this.#parts;
    if (!channels) throw new KestrelError("not_found", "no channels here");
    return channels;
  }

  async startLoop({ workspace, ...wish }: Parameters<LoopRuns["start"]>[0]): Promise<LoopState> {
    return this.loops().start({ ...wish, workspace: await this.#folder(workspace) });
  }

  async readDraft(workspace: string): Promise<string> {
    return this.loops().draft(await this.#folder(workspace));
  }

  /** Puts a worktree aside. Rejects with `loop_refused` while a loop works in it. */
  async dropWorktree(id: string): Promise<Worktree> {
    this.#parts.loops?.refuseBusy(id);
    return this.worktrees().drop(id);
  }

  async openWorktree({ workspace, ...wish }: WorktreeWish): Promise<{ worktree: Worktree; isNew: boolean }> {
    return this.worktrees().open({ ...wish, workspace: await this.#folder(workspace) });
  }

  /** With each one's size on disk when requested. */
  async listWorktrees(
    sizes: boolean,
  ): Promise<{ worktrees: (Worktree & { bytes?: number })[]; folder: string }> {
    const { worktrees } = this.#parts;
    const sized = async (one: Worktree) => (sizes ? { ...one, bytes: await worktrees?.size(one.id) } : one);
    const all = (await worktrees?.list()) ?? [];
    return { worktrees: await Promise.all(all.map(sized)), folder: worktrees?.folder ?? "" };
  }

  /** Requests the end of the daemon. The owner of `stopAsked` carries it out. */
  stop({ restarts = false } = {}): void {
    this.restarts ||= restarts;
    this.#askToStop();
  }

  /** The names of the uses that keep it busy; empty when it can end without loss. Attached clients are not counted. */
  usedBy(): string[] {
    const uses = {
      turn: () => this.sessions.working(),
      model: () => this.lent.inUse(),
      ...this.#parts.holds,
    };
    return Object.entries(uses).flatMap(([name, holds]) => (holds() ? [name] : []));
  }

  /** Ends every turn, closes every log, and lets go of the servers that were used. */
  async close(): Promise<void> {
    await this.#parts.channels?.close();
    await this.#parts.loops?.close();
    await this.sessions.close();
    await this.mcp.close();
    await this.memory.close();
    this.#parts.hooks?.close?.();
  }
}
