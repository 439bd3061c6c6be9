import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from "node:crypto";
import { isIP } from "node:net";

/** The longest lifetime that systems accept for a user's own certificate. Milliseconds: 825 days. */
const lifetimeMs = 825 * 86_400_000;

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** A private key for `makeCertificate`, as PEM: ECDSA on P-256, which every browser supports. */
export function makeKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * A self-signed certificate for these addresses and host names, as PEM. It is not an authority: a device that trusts it trusts only this
 * server.
 */
export async function makeCertificate(key: string, hosts: readonly string[], now: Date): Promise<string> {
  // The library registers its parts by metadata and needs this import first.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const { subtle } = webcrypto;
  const secret = createPrivateKey(key);
  const [pkcs8, spki] = [
    secret.export({ type: "pkcs8", format: "der" }),
    createPublicKey(secret).export({ type: "spki", format: "der" }),
  ];
  const keys = {
    privateKey: await subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]),
    publicKey: await subtle.importKey("spki", spki, algorithm, true, ["verify"]),
  };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Kestrel",
    // The clocks of two devices differ.
    notBefore: new Date(now.getTime() - 3_600_000),
    notAfter: new Date(now.getTime() + lifetimeMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value })),
      ),
    ],
  });
  return certificate.toString("pem");
}
