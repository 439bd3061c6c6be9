import { z } from "zod";

/** The daemon's address for other devices, and the fingerprints that identify it. */
export const RemoteAccess = z.object({
  /** `https://ADDRESS:PORT`. */
  url: z.string(),
  /** SHA-256 of the certificate, in pairs of hexadecimal digits, as browsers show it. */
  fingerprint: z.string(),
  /** SHA-256 of its public key, as `curl --pinnedpubkey` takes it. It stays the same when a certificate made here is renewed. */
  pin: z.string(),
  /** When the certificate expires. */
  expiresAt: z.string(),
});
export type RemoteAccess = z.infer<typeof RemoteAccess>;
