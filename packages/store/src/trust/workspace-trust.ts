import { type FoundHook, KestrelError, type ProjectOffer, type WorkspaceTrust } from "@kestrel/core";
import { DecidedTrust } from "@kestrel/protocol/api";
import { z } from "zod";
import type { DataPaths } from "../data-paths.ts";
import { keptJson } from "../files/kept-json.ts";
import { skillFile } from "../skills/read-skill.ts";
import { lookAtProject } from "./look-at-project.ts";

const TrustFile = z.object({ version: z.literal(1), workspaces: z.array(DecidedTrust) });

/** The user's decisions about folders, in one file in the data folder: by the real path, about exactly the bytes they saw. */
export function workspaceTrust({ data }: Pick<DataPaths, "data">): WorkspaceTrust {
  const file = keptJson(data, "trusted-workspaces.json", TrustFile, { version: 1, workspaces: [] });
  const decided = async () => (await file.read()).workspaces;
  const decidedAbout = async (workspace: string) => {
    const all = (await decided()).filter((one) => one.workspace === workspace);
    return { words: all.find(({ about }) => about === undefined), hooks: all.find(({ about }) => about) };
  };
  const look = async (workspace: string): Promise<ProjectOffer> => {
    const { hookDigest, ...found } = await lookAtProject(workspace, [data]);
    const before = await decidedAbout(workspace);
    const marked = <Thing extends { digest: string }>(
      things: readonly Thing[],
      decision: DecidedTrust | undefined,
      key: (thing: Thing) => string,
    ) =>
      things.map((one) =>
        decision && decision.files[key(one)] !== one.digest ? { ...one, changed: true as const } : one,
      );
    return {
      workspace,
      ...found,
      state: isNothing(found) ? "nothing" : stateOf(found.digest, before.words),
      files: marked(found.files, before.words, ({ path }) => path),
      ...(found.skills && { skills: marked(found.skills, before.words, skillFile) }),
      ...(found.hooks && { hooks: marked(found.hooks, before.hooks, hookKey) }),
      ...(hookDigest !== undefined && {
        hookTrust: { state: stateOf(hookDigest, before.hooks), digest: hookDigest },
      }),
    };
  };
  const shared = sharedLooks(look);
  return {
    look: shared.look,
    decided,
    decide: async (workspace, digest, decision, about = "words") => {
      const offer = await look(workspace);
      const now = about === "words" ? offer.digest : offer.hookTrust?.digest;
      if (now !== digest) throw new KestrelError("trust_stale", `${workspace} changed`, { path: workspace });
      const entry = {
        workspace,
        ...(about === "hooks" && { about }),
        decision,
        digest,
        files: Object.fromEntries(about === "words" ? wordsOf(offer) : hooksOf(offer)),
        deny: about === "words" ? [...offer.deny] : [],
        at: new Date().toISOString(),
      };
      const isOther = (one: DecidedTrust) => one.workspace !== workspace || one.about !== entry.about;
      await file.change(({ workspaces }) => [
        { version: 1, workspaces: [...workspaces.filter(isOther), entry] },
        undefined,
      ]);
      shared.forget();
    },
    revoke: async (workspace) => {
      const revoked = await file.change(({ workspaces }) => {
        const left = workspaces.filter((one) => one.workspace !== workspace);
        return [{ version: 1, workspaces: left }, left.length < workspaces.length];
      });
      shared.forget();
      return revoked;
    },
  };
}

/** Concurrent calls for one folder share a look. After `forget` no caller gets a look that began before it. */
function sharedLooks(look: WorkspaceTrust["look"]): { look: WorkspaceTrust["look"]; forget(): void } {
  const underWay = new Map<string, Promise<ProjectOffer>>();
  return {
    look: (workspace) => {
      const before = underWay.get(workspace);
      if (before) return before;
      const looking = look(workspace).finally(() => {
        if (underWay.get(workspace) === looking) underWay.delete(workspace);
      });
      underWay.set(workspace, looking);
      return looking;
    },
    forget: () => underWay.clear(),
  };
}

function isNothing({ files, skills = [], deny }: Pick<ProjectOffer, "files" | "skills" | "deny">): boolean {
  return files.length + skills.length + deny.length === 0;
}

function stateOf(digest: string, before: DecidedTrust | undefined) {
  if (!before) return "unasked";
  return before.digest === digest ? before.decision : "changed";
}

function wordsOf({ files, skills = [] }: ProjectOffer): [string, string][] {
  return [
    ...files.map((one): [string, string] => [one.path, one.digest]),
    ...skills.map((one): [string, string] => [skillFile(one), one.digest]),
  ];
}

function hooksOf({ hooks = [] }: ProjectOffer): [string, string][] {
  return hooks.map((one) => [hookKey(one), one.digest]);
}

/** Whether this decision trusts hooks. Without one the folder is not read for each call. */
export function trustsHooks({ decision, about }: DecidedTrust): boolean {
  return decision === "trusted" && about === "hooks";
}

function hookKey({ entry }: FoundHook): string {
  return `kestrel.toml ${entry.on} ${entry.command}`;
}
