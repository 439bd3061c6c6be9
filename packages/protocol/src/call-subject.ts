import { z } from "zod";

/**
 * What a call is about, told once by its tool from the arguments alone. Whoever wants to know what a call touches reads
 * this and never the arguments. Paths and commands are as the model wrote them.
 */
export const CallSubject = z.object({
  /** Command lines it runs. */
  commands: z.array(z.string()).optional(),
  paths: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })).optional(),
  /** What it looks for in them. */
  pattern: z.string().optional(),
  /** Hosts or URLs it reaches. */
  network: z.array(z.string()).optional(),
  /** It may do more than it names. */
  opaque: z.literal(true).optional(),
});
export type CallSubject = z.infer<typeof CallSubject>;

/** Whether a call can do nothing but look, as far as its tool describes it. */
export function onlyReads({ commands = [], paths = [], network = [], opaque }: CallSubject): boolean {
  const writes = paths.some(({ access }) => access === "write");
  return !opaque && !writes && commands.length === 0 && network.length === 0;
}
