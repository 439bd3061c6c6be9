import { z } from "zod";

/** What a line of the catalogue describes: a skill, one tool that is not in the prefix, or a whole server with its tools. */
export const CapabilityKind = z.enum(["skill", "tool", "server"]);
export type CapabilityKind = z.infer<typeof CapabilityKind>;

/**
 * One capability that a session can reach through `use`, frozen when it opened. The prefix contains only the name and `line`, a few
 * words.
 */
export const CatalogLine = z.object({
  kind: CapabilityKind,
  /** No blank and no `/`: what belongs to it is `name/rest`. */
  name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u),
  line: z.string(),
  /** Why it is not in the prefix: the tier is full, or an earlier entry has the same name. The search still finds one over the budget. */
  omitted: z.enum(["budget", "name_taken"]).optional(),
});
export type CatalogLine = z.infer<typeof CatalogLine>;

/** The origin of a part of the fixed prompt: a core tool, a line for one tool, or a line for many foreign tools. */
export const toolTiers = ["core", "catalogued", "foreign"] as const;
export type ToolTier = (typeof toolTiers)[number];

export function tierOf(kind: CapabilityKind): Exclude<ToolTier, "core"> {
  switch (kind) {
    case "skill":
    case "tool":
      return "catalogued";
    case "server":
      return "foreign";
    default:
      return kind satisfies never;
  }
}

/** About how many tokens the lines of a tier may have in the prefix: forty skills and sixteen servers, each line at its longest. */
export const tierBudgets: Readonly<Record<Exclude<ToolTier, "core">, number>> = {
  catalogued: 600,
  foreign: 320,
};

/** The line as the prefix contains it. */
export function catalogText({ name, line }: Pick<CatalogLine, "name" | "line">): string {
  return line === "" ? name : `${name}: ${line}`;
}

/** Something whose words were put at the tail, and the digest of exactly those words. */
export const DescribedCapability = z.object({ name: z.string(), digest: z.string() });
export type DescribedCapability = z.infer<typeof DescribedCapability>;
