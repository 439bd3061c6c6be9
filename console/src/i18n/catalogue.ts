import type { Say, Translation } from "@kestrel/i18n";
import type { en } from "./en/index.ts";

/** A language without one of these does not compile. */
export type Catalogue = Translation<typeof en>;

/** Says a sentence by its name; the English text tells which values it takes. */
export type Translate = Say<typeof en>;
