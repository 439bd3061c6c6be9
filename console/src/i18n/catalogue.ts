import type { SayOf, Translation, ValuesOf } from "@kestrel/i18n";
import type { en } from "./en/index.ts";

/** A language without one of these does not compile. */
export type Catalogue = Translation<typeof en>;

/** Says a sentence by its name; the English text tells which values it takes. */
export type Translate = SayOf<typeof en>;

/** The names of the sentences that take no values. */
export type PlainKey = {
  [Key in keyof typeof en]: keyof ValuesOf<(typeof en)[Key]> extends never ? Key : never;
}[keyof typeof en];
