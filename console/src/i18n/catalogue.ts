import type { SayOf, Translation, ValuesOf } from "@kestrel/i18n";
import type { en } from "./en/index.ts";

/** A language that lacks one of these does not compile. */
export type Catalogue = Translation<typeof en>;

/** Returns a sentence by its key; the English text defines the values it takes. */
export type Translate = SayOf<typeof en>;

/** The keys of the sentences without values. */
export type PlainKey = {
  [Key in keyof typeof en]: keyof ValuesOf<(typeof en)[Key]> extends never ? Key : never;
}[keyof typeof en];
