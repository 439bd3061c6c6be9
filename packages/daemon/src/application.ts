import type { AgentParts, Pictures, SessionArchive, SessionCatalog } from "@kestrel/core";
import type { DaemonStatus, Setting } from "@kestrel/protocol";
import type { ModelsInUse } from "./models-in-use.ts";
import type { Notices } from "./notices.ts";
import { OpenSessions } from "./sessions/open-sessions.ts";
import { recentWorkspaces } from "./sessions/recent-workspaces.ts";
import type { SessionRules } from "./sessions/session-rules.ts";

/** What the application is made of; put together by the composition. */
export type ApplicationParts = {
  archive: SessionArchive;
  catalog: SessionCatalog;
  /** What every turn works with. */
  agent: AgentParts;
  pictures: Pictures;
  models: ModelsInUse;
  rules: SessionRules;
  settings(): readonly Setting[];
  /** Where the user's own settings stand. */
  settingsFile: string;
  notices: Notices;
  /** What a person types in a terminal to reach this program. */
  command: string;
};

/** The daemon without a socket: whatever a client can ask of it, by whatever way it asks. */
export class Application {
  readonly sessions: OpenSessions;
  readonly models: ModelsInUse;
  readonly pictures: Pictures;
  /** Those that a new session is offered, in their fixed order. */
  readonly tools: AgentParts["tools"];
  /** Resolves when a client asked the daemon to end. */
  readonly stopAsked: Promise<void>;
  readonly #parts: ApplicationParts;
  #askToStop = () => {};

  constructor(parts: ApplicationParts) {
    this.#parts = parts;
    this.models = parts.models;
    this.pictures = parts.pictures;
    this.tools = parts.agent.tools;
    this.sessions = new OpenSessions(parts);
    this.stopAsked = new Promise((resolve) => {
      this.#askToStop = resolve;
    });
  }

  /** What a client learns when it arrives. Where nothing can be written there is no sample project, and all else is told. */
  async status(): Promise<DaemonStatus> {
    const { rules, command, models, notices } = this.#parts;
    const playground = await rules.playground().catch(() => undefined);
    return {
      version: rules.version,
      pid: process.pid,
      command,
      engine: models.engine.status(),
      workspaces: recentWorkspaces(await this.sessions.list(), playground),
      notices: await notices.now(),
    };
  }

  /** The values in effect, and the file of the user's own. */
  settings(): { settings: Setting[]; file: string } {
    return { settings: [...this.#parts.settings()], file: this.#parts.settingsFile };
  }

  /** Asks for the end; whoever holds the daemon brings it about. */
  stop(): void {
    this.#askToStop();
  }

  /** Ends every turn and closes every log. */
  close(): Promise<void> {
    return this.sessions.close();
  }
}
