import type { RememberedRule, StandingRule } from "@kestrel/protocol";
import type { PermissionBook } from "../src/ports/permission-book.ts";

/** Rules that live as long as the test; `configured` are those of the user's configuration. */
export function memoryPermissions(configured: readonly StandingRule[] = []): PermissionBook {
  let known: RememberedRule[] = [];
  let made = 0;
  return {
    configured: () => configured,
    remembered: async () => known,
    rules: async (workspace) => [
      ...configured,
      ...known
        .filter((one) => one.workspace === workspace)
        .map(({ verdict, rule }): StandingRule => ({ verdict, rule, origin: "project" })),
    ],
    remember: async (workspace, verdict, rules) => {
      const at = "2026-01-01T00:00:00.000Z";
      known.push(...rules.map((rule) => ({ id: `r${++made}`, workspace, verdict, rule, at })));
    },
    revoke: async (id) => {
      const before = known.length;
      known = known.filter((one) => one.id !== id);
      return known.length < before;
    },
  };
}
