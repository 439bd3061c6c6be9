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
  const look = async (workspace: string): Promise<ProjectOffer> => {
    const found = await lookAtProject(workspace, [data]);
    const before = (await decided()).find((one) => one.workspace === workspace);
    return {
      workspace,
      ...found,
      ...(found.skills && {
        skills: found.skills.map((one) =>
          before && before.files[skillFile(one)] !== one.digest ? { ...one, changed: true as const } : one,
        ),
      }),
      ...(found.hooks && {
        hooks: found.hooks.map((one) =>
          before && before.files[hookKey(one)] !== one.digest ? { ...one, changed: true as const } : one,
        ),
      }),
      state: stateOf(found, before),
      files: found.files.map((one) =>
        before && before.files[one.path] !== one.digest ? { ...one, changed: true as const } : one,
      ),
    };
  };
  const shared = sharedLooks(look);
  return {
    look: shared.look,
    decided,
    decide: async (workspace, digest, decision) => {
      const { digest: now, files, skills = [], hooks = [], deny } = await look(workspace);
      if (now !== digest) throw new KestrelError("trust_stale", `${workspace} changed`, { path: workspace });
      const entry = {
        workspace,
        decision,
        digest,
        files: Object.fromEntries([
          ...files.map((one) => [one.path, one.digest]),
          ...skills.map((one) => [skillFile(one), one.digest]),
          ...hooks.map((one) => [hookKey(one), one.digest]),
        ]),
        deny: [...deny],
        at: new Date().toISOString(),
      };
      await file.change(({ workspaces }) => [
        { version: 1, workspaces: [...workspaces.filter((one) => one.workspace !== workspace), entry] },
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

/** A session that opens asks from several rooms at once: they get one look. After `forget` nobody gets one that began before. */
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

function stateOf(
  {
    files,
    skills = [],
    hooks = [],
    deny,
    digest,
  }: Pick<ProjectOffer, "files" | "skills" | "hooks" | "deny" | "digest">,
  before: DecidedTrust | undefined,
): ProjectOffer["state"] {
  if (files.length + skills.length + hooks.length + deny.length === 0) return "nothing";
  if (!before) return "unasked";
  return before.digest === digest ? before.decision : "changed";
}

/** Whether hooks were among what a person said yes to: without them nobody has to look at the folder for each call. */
export function trustsHooks({ decision, files }: DecidedTrust): boolean {
  return decision === "trusted" && Object.keys(files).some((key) => key.startsWith(hookMark));
}

/** In front of a hook among the things that were decided about; no file has a blank there. */
const hookMark = "kestrel.toml ";

function hookKey({ entry }: FoundHook): string {
  return `${hookMark}${entry.on} ${entry.command}`;
}
