import { z } from "zod";

/** Why commands cannot run in a sandbox here, as a code; clients word the message with its remedy. */
export const SandboxTrouble = z.enum([
  /** Kestrel knows no sandbox for this system. */
  "unsupported",
  /** The sandbox program is not installed. */
  "not_installed",
  /** AppArmor forbids user namespaces to ordinary programs. */
  "apparmor",
  /** The kernel, or the container's own rules, forbid user namespaces. */
  "no_user_namespaces",
  /** A limit on namespaces, or a sandbox around Kestrel. */
  "nested",
  /** A container hides parts of /proc, and a fresh one is not allowed. */
  "proc_masked",
  /** Any other message. */
  "other",
]);
export type SandboxTrouble = z.infer<typeof SandboxTrouble>;

/** The user's setting: no command runs outside, not even an approved one. */
const required = z.boolean();

/** Whether commands run inside a sandbox of the operating system. Determined by running one, not by querying the system. */
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
    /** The program's own message. */
    detail: z.string().optional(),
    required,
  }),
]);
export type SandboxStatus = z.infer<typeof SandboxStatus>;
