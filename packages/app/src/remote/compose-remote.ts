import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Notices } from "@kestrel/daemon";
import type { RemoteAccess } from "@kestrel/protocol/access";
import { makeCertificate, makeKey, type RemotePlace, type RunningServer } from "@kestrel/server";
import {
  type Config,
  type DataPaths,
  type KeptCertificate,
  keptCertificate,
  readBounded,
} from "@kestrel/store";

/** Bytes. A chain of certificates is a few thousand. */
const longestPem = 64 * 1024;

/** A self-made certificate is renewed at a start that is less than this before its end. Milliseconds: thirty days. */
const renewedBeforeMs = 30 * 86_400_000;

/** Listens for other devices when the settings ask for it. A failure is a notice: this machine is served anyway. */
export async function listenElsewhere(
  server: RunningServer,
  config: Config,
  paths: DataPaths,
  notices: Notices,
): Promise<RemoteAccess | undefined> {
  try {
    const place = await composeRemote(config, paths);
    return place && (await server.listenRemotely(place));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const params = { listen: config.values["remote.listen"] ?? "", why: code ?? message };
    notices.add({ code: "remote_unavailable", params });
    return undefined;
  }
}

/**
 * The address for other devices and the certificate it shows; undefined when the settings name none. Rejects with the fault of the
 * certificate or its key.
 */
async function composeRemote(
  { values }: Pick<Config, "values">,
  paths: DataPaths,
  now = new Date(),
): Promise<RemotePlace | undefined> {
  const listen = values["remote.listen"];
  if (listen === undefined) return undefined;
  const [address = "", port = ""] = listen.split(/:(?=\d+$)/);
  const names = values["remote.names"] ?? [];
  const place = { address: address.replace(/[[\]]/g, ""), port: Number(port), names };
  const [certificate, key] = [values["remote.certificate"], values["remote.key"]];
  if (certificate === undefined && key === undefined)
    return { ...place, ...(await madeCertificate([place.address, ...names], paths, now)) };
  if (certificate === undefined || key === undefined)
    throw new Error("remote.certificate and remote.key go together");
  return {
    ...place,
    certificate: await readBounded(certificate, longestPem),
    key: await readBounded(key, longestPem),
  };
}

/**
 * The end of the certificate shown to other devices, and its fingerprint; undefined when the settings name no address, or none was
 * made yet.
 */
export async function remoteCertificate({ values }: Pick<Config, "values">, paths: DataPaths) {
  if (values["remote.listen"] === undefined) return undefined;
  const file = values["remote.certificate"];
  const text =
    file === undefined
      ? (await keptCertificate(paths).read())?.certificate
      : await readBounded(file, longestPem);
  if (text === undefined) return undefined;
  const { validTo, fingerprint256: fingerprint } = new X509Certificate(text);
  return { endsAt: new Date(validTo), fingerprint, isOwn: file !== undefined };
}

/** The existing certificate while it is valid for these hosts. Otherwise a new one for the same key, so that a pinned key stays valid. */
async function madeCertificate(
  hosts: readonly string[],
  paths: DataPaths,
  now: Date,
): Promise<KeptCertificate> {
  const file = keptCertificate(paths);
  const kept = await file.read();
  if (kept && isFit(kept, hosts, now)) return kept;
  const key = kept && isKey(kept.key) ? kept.key : makeKey();
  const made = { key, certificate: await makeCertificate(key, hosts, now) };
  await file.write(made);
  return made;
}

function isFit({ certificate, key }: KeptCertificate, hosts: readonly string[], now: Date): boolean {
  try {
    const facts = new X509Certificate(certificate);
    const names = hosts.every((host) => (isIP(host) === 0 ? facts.checkHost(host) : facts.checkIP(host)));
    const left = Date.parse(facts.validTo) - now.getTime();
    return names && left > renewedBeforeMs && facts.checkPrivateKey(createPrivateKey(key));
  } catch {
    // expected: a damaged file; another one takes its place
    return false;
  }
}

function isKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === "ec";
  } catch {
    // expected: a damaged file
    return false;
  }
}
