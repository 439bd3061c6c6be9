import { realpath } from "node:fs/promises";
import { type AgentParts, type ExplainedCall, explainCall, KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { Mode, PermissionVerdict, RememberedRule, StandingRule } from "@kestrel/protocol";
import { resolveWorkspace, type WorkspaceRules } from "./sessions/resolve-workspace.ts";

type Agent = Pick<AgentParts, "tools" | "hooks" | "host" | "permissions">;

/** The rules outside sessions, and their decisions about commands. */
export class Permissions {
  readonly #agent: Agent;
  readonly #workspaces: WorkspaceRules;

  constructor(agent: Agent, workspaces: WorkspaceRules) {
    this.#agent = agent;
    this.#workspaces = workspaces;
  }

  async list(): Promise<{ configured: StandingRule[]; remembered: RememberedRule[] }> {
    const configured = [...(this.#agent.permissions?.configured() ?? [])];
    return { configured, remembered: await this.#remembered() };
  }

  /** Remembers a rule for the project in that folder. */
  async add(
    workspace: string,
    verdict: PermissionVerdict,
    rule: string,
  ): Promise<{ remembered: RememberedRule[] }> {
    const folder = await resolveWorkspace(workspace, this.#workspaces, true);
    await this.#agent.permissions?.remember(folder, verdict, [rule]);
    return { remembered: await this.#remembered() };
  }

  async revoke(id: string): Promise<{ remembered: RememberedRule[]; revoked: boolean }> {
    const revoked = (await this.#agent.permissions?.revoke(id)) ?? false;
    return { remembered: await this.#remembered(), revoked };
  }

  /** The decision about a command in a new session in that folder. */
  async explain(workspace: string, mode: Mode, command: string): Promise<ExplainedCall> {
    const folder = await realpath(workspace).catch((error: unknown) => {
      absent(error);
      throw new KestrelError("workspace_invalid", "no such folder", { path: workspace, reason: "missing" });
    });
    return explainCall(this.#agent, { tool: "shell", args: { command }, workspace: folder, mode });
  }

  async #remembered(): Promise<RememberedRule[]> {
    return [...((await this.#agent.permissions?.remembered()) ?? [])];
  }
}
