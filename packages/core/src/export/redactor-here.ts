import { withoutSecrets } from "../crew/without-secrets.ts";
import type { Redactor } from "../ports/redactor.ts";
import { secretsRead } from "../secrets/secrets-read.ts";
import { exportPiece } from "./export-piece.ts";

/** The redactor in the caller's thread. */
export const redactorHere: Redactor = {
  secretsIn: async (entries) => secretsRead({ timeline: entries }),
  exported: async (items, wish) => items.map((item) => exportPiece(item, wish)),
  messages: async (texts, known) => texts.map((text) => withoutSecrets(text, known)),
};
