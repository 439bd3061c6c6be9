import { z } from "zod";

/** Why no command can be put into a sandbox here, as a code; clients make the sentence with its remedy. */
export const SandboxTrouble = z.enum([
  /** This system has none that Kestrel knows. */
  "unsupported",
  /** The program that makes it is not installed. */
  "not_installed",
  /** AppArmor lets no ordinary program make user namespaces. */
  "apparmor",
  /** The kernel, or the container's own rules, allow no user namespaces. */
  "no_user_namespaces",
  /** A limit on namespaces, or a sandbox around Kestrel. */
  "nested",
  /** A container hides parts of /proc, and a fresh one is not allowed. */
  "proc_masked",
  /** Whatever else its own words say. */
  "other",
]);
export type SandboxTrouble = z.infer<typeof SandboxTrouble>;

/** The user's setting: no command runs outside, not even one that a person would allow. */
const required = z.boolean();

/** Whether commands run inside a sandbox of the operating system. Found out by running one, not by asking the system. */
export const SandboxStatus = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("active"),
    by: z.enum(["bubblewrap", "seatbelt"]),
    required,
    /** Sockets of other users that commands inside can reach, because they could not be hidden. */
    exposed: z.array(z.string()).optional(),
  }),
  z.object({ state: z.literal("off") }),
  z.object({
    state: z.literal("unavailable"),
    reason: SandboxTrouble,
    /** The program's own words. */
    detail: z.string().optional(),
    required,
  }),
]);
export type SandboxStatus = z.infer<typeof SandboxStatus>;
