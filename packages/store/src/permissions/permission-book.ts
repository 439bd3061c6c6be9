import { createHash } from "node:crypto";
import type { PermissionBook, WorkspaceTrust } from "@kestrel/core";
import { type PermissionVerdict, RememberedRule, type StandingRule } from "@kestrel/protocol";
import { z } from "zod";
import type { DataPaths } from "../data-paths.ts";
import { keptJson } from "../files/kept-json.ts";

const RuleFile = z.object({ version: z.literal(1), rules: z.array(RememberedRule) });

/** The user's configuration, by verdict. */
type Configured = { readonly [Verdict in PermissionVerdict]?: readonly string[] };

/**
 * The rules of the user's configuration, those remembered for projects in one file in the data folder, and the deny rules of trusted
 * folders as of when they were trusted. Rejects when a file cannot be read: it may deny.
 */
export function permissionBook(
  { data }: Pick<DataPaths, "data">,
  configured: Configured,
  trust?: Pick<WorkspaceTrust, "decided">,
): PermissionBook {
  const file = keptJson(data, "permissions.json", RuleFile, { version: 1, rules: [] });
  const standing = (["deny", "allow", "ask"] as const).flatMap((verdict) =>
    (configured[verdict] ?? []).map((rule): StandingRule => ({ verdict, rule, origin: "user" })),
  );
  const change = <Result>(make: (rules: RememberedRule[]) => [RememberedRule[], Result]): Promise<Result> =>
    file.change(({ rules }) => {
      const [changed, result] = make(rules);
      return [{ version: 1, rules: changed }, result];
    });
  return {
    configured: () => standing,
    remembered: async () => (await file.read()).rules,
    rules: async (workspace) => {
      const remembered = (await file.read()).rules.filter((one) => one.workspace === workspace);
      const ofProject = remembered.map(
        ({ verdict, rule }): StandingRule => ({ verdict, rule, origin: "project" }),
      );
      return [...standing, ...ofProject, ...(await deniedBy(workspace, trust))];
    },
    remember: (workspace, verdict, rules) =>
      change((known) => {
        const at = new Date().toISOString();
        const added = rules.map((rule) => ({
          id: idOf(workspace, verdict, rule),
          workspace,
          verdict,
          rule,
          at,
        }));
        const ids = new Set(added.map(({ id }) => id));
        return [[...known.filter(({ id }) => !ids.has(id)), ...added], undefined];
      }),
    revoke: (id) =>
      change((known) => {
        const left = known.filter((one) => one.id !== id);
        return [left, left.length < known.length];
      }),
  };
}

async function deniedBy(
  workspace: string,
  trust: Pick<WorkspaceTrust, "decided"> | undefined,
): Promise<StandingRule[]> {
  const decided = (await trust?.decided())?.find(
    (one) => one.workspace === workspace && one.about === undefined,
  );
  if (decided?.decision !== "trusted") return [];
  return decided.deny.map((rule): StandingRule => ({ verdict: "deny", rule, origin: "workspace" }));
}

/** The same rule for the same folder has the same id, so it is stored once. */
function idOf(workspace: string, verdict: PermissionVerdict, rule: string): string {
  return createHash("sha256").update(`${workspace}\0${verdict}\0${rule}`).digest("hex").slice(0, 8);
}
