import {
  composeInstructions,
  type Engine,
  type FoundHook,
  type FoundSkill,
  instructionBudget,
  type ModelBackend,
  type ProjectOffer,
  type WorkspaceTrust,
} from "@kestrel/core";
import { reportUnexpected } from "@kestrel/diagnostics";
import type {
  DecidedTrust,
  InstructionSource,
  ModelFacts,
  OfferedHook,
  OfferedSkill,
  TrustDecision,
  TrustOffer,
  TrustSubject,
} from "@kestrel/protocol/api";
import { estimateTokens } from "@kestrel/text";
import { resolveWorkspace, type WorkspaceRules } from "./sessions/resolve-workspace.ts";

/** Where decisions are kept, whose window the instructions have to fit in, and how many tokens the user lets them take. */
export type TrustRules = {
  book: WorkspaceTrust;
  backend?: Pick<ModelBackend, "facts">;
  budget?: number;
  /** The requested window, until a model reports its own. */
  window?: number;
};

type Facts = Pick<ModelFacts, "traits" | "window">;

type TrustParts = {
  trust?: TrustRules;
  rules: { workspaces: WorkspaceRules };
  models?: { engine: Pick<Engine, "status"> };
};

/** Milliseconds that a new session waits for its model's window. */
const patience = 20_000;

/** What folders bring for a session that begins there, and what the user decided about it. */
export class Trust {
  readonly #rules: TrustRules | undefined;
  readonly #workspaces: WorkspaceRules;
  /** The model in use as far as it is known without a question. */
  readonly #known: () => Facts;

  constructor(parts: TrustParts) {
    this.#rules = parts.trust;
    this.#workspaces = parts.rules.workspaces;
    this.#known = () => parts.models?.engine.status().model ?? { window: parts.trust?.window };
  }

  /** What would apply of the folder, as far as the model is known by now: looking starts no engine. Rejects with `workspace_invalid`. */
  async look(workspace: string): Promise<TrustOffer> {
    return this.#offered(await resolveWorkspace(workspace, this.#workspaces, true));
  }

  /** Stores a decision about the shown content. Rejects with `trust_stale` when the content has changed since. */
  async decide(
    workspace: string,
    digest: string,
    decision: TrustDecision,
    about?: TrustSubject,
  ): Promise<TrustOffer> {
    const folder = await resolveWorkspace(workspace, this.#workspaces, true);
    await this.#rules?.book.decide(folder, digest, decision, about);
    return this.#offered(folder);
  }

  async decided(): Promise<DecidedTrust[]> {
    return [...((await this.#rules?.book.decided()) ?? [])];
  }

  /** Takes a decision back; the folder may be gone by now. */
  async revoke(workspace: string): Promise<{ workspaces: DecidedTrust[]; revoked: boolean }> {
    const revoked = (await this.#rules?.book.revoke(workspace)) ?? false;
    return { workspaces: await this.decided(), revoked };
  }

  /** The project instructions for a session that opens there; undefined unless the user trusted exactly these bytes. */
  async instructions(folder: string): Promise<{ text: string; sources: InstructionSource[] } | undefined> {
    const offer = await this.#rules?.book.look(folder);
    if (offer?.state !== "trusted" || offer.files.length === 0) return undefined;
    const { withheld, text, sources } = this.#composed(offer, await this.#facts());
    return withheld || text === "" ? undefined : { text, sources };
  }

  async #offered(folder: string): Promise<TrustOffer> {
    const offer = (await this.#rules?.book.look(folder)) ?? nothingIn(folder);
    const { withheld, text, sources, budget } = this.#composed(offer, this.#known());
    const { skills = [], hooks = [], ...others } = offer;
    return {
      ...others,
      files: offer.files.map((file, index) => ({ tokens: 0, kept: 0, ...sources[index], ...file })),
      ...(skills.length > 0 && { skills: skills.map(offered) }),
      ...(hooks.length > 0 && { hooks: hooks.map(offeredHook) }),
      deny: [...offer.deny],
      ignored: [...offer.ignored],
      budget,
      text,
      ...(withheld && { withheld }),
    };
  }

  /** A model that was trained without instructions would only be confused by them. */
  #composed({ files }: ProjectOffer, { traits, window }: Facts) {
    const budget = instructionBudget(this.#rules?.budget, window);
    return {
      ...composeInstructions(files, budget),
      budget,
      withheld: traits?.noInstructions ? ("not_trained" as const) : undefined,
    };
  }

  /** The facts that the model in use reports in time. */
  async #facts(): Promise<Facts> {
    const asked = this.#rules?.backend?.facts().catch((error: unknown): Facts => {
      reportUnexpected("asking a model server", error);
      return {};
    });
    if (!asked) return this.#known();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Facts>((resolve) => {
      timer = setTimeout(resolve, patience, {});
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  }
}

function offered({ name, shown, digest, text, beside, changed }: FoundSkill): OfferedSkill {
  const path = `${shown}/SKILL.md`;
  const tokens = estimateTokens(text);
  return {
    name,
    path,
    digest,
    text,
    beside: beside.map((one) => one.path),
    tokens,
    ...(changed && { changed }),
  };
}

function offeredHook({ entry: { on, command, tool }, files, changed }: FoundHook): OfferedHook {
  return {
    ...{ on, command },
    ...(tool !== undefined && { tool }),
    files: files.map(({ path, text }) => ({ path, text })),
    ...(changed && { changed }),
  };
}

function nothingIn(workspace: string): ProjectOffer {
  return { workspace, state: "nothing", digest: "", files: [], deny: [], ignored: [] };
}
