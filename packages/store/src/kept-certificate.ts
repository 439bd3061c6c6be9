import { join } from "node:path";
import type { DataPaths } from "./data-paths.ts";
import { replaceFile } from "./files/replace-file.ts";
import { readPrivate } from "./token.ts";

/** PEM. */
export type KeptCertificate = { certificate: string; key: string };

/** The certificate for other devices that was made here, and its key: two files of the data folder, for this user alone. */
export function keptCertificate({ data }: DataPaths) {
  const [certificateFile, keyFile] = [join(data, "remote-certificate.pem"), join(data, "remote-key.pem")];
  return {
    certificateFile,
    async read(): Promise<KeptCertificate | undefined> {
      const [certificate, key] = [await readPrivate(certificateFile), await readPrivate(keyFile)];
      return certificate === undefined || key === undefined ? undefined : { certificate, key };
    },
    async write({ certificate, key }: KeptCertificate): Promise<void> {
      await replaceFile(keyFile, key, { durable: true });
      await replaceFile(certificateFile, certificate, { durable: true });
    },
  };
}
