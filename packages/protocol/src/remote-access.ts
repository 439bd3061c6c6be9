import { z } from "zod";

/** Where other devices reach the daemon, and how they know that it is this one. */
export const RemoteAccess = z.object({
  /** `https://ADDRESS:PORT`. */
  url: z.string(),
  /** SHA-256 of the certificate, in pairs of hexadecimal digits, as browsers show it. */
  fingerprint: z.string(),
  /** SHA-256 of its public key, as `curl --pinnedpubkey` takes it. It stays when a certificate made here is renewed. */
  pin: z.string(),
  /** When the certificate ends. */
  expiresAt: z.string(),
});
export type RemoteAccess = z.infer<typeof RemoteAccess>;
