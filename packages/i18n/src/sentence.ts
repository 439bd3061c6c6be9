/** A sentence for one and one for all other numbers; `count` chooses. */
type Plural = { readonly one: string; readonly other: string };

/**
 * A sentence of one language. `{name}` is replaced by a value. Text between ⟨ and ⟩ is left out when one of its values is missing;
 * of several parts with | between them the first complete one is used.
 */
export type Sentence = string | Plural;

export type Value = string | number | boolean;

type TextOf<S> = S extends { other: infer Text } ? Text : S;
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Outside<Text> = Text extends `${infer Before}⟨${string}⟩${infer After}`
  ? `${Before}${Outside<After>}`
  : Text;
type Needed<S> = S extends unknown ? Names<Outside<TextOf<S>>> : never;
/** The names of all values in a sentence. */
export type NamesOf<S> = S extends unknown ? Names<TextOf<S>> : never;

/** A sentence's values: required ones, and optional ones that are used when present. */
export type ValuesOf<S> = Readonly<Record<Needed<S>, Value> & Partial<Record<NamesOf<S>, Value>>>;

/** A failure may bring what to do about it. */
type Beside<Key> = Key extends `error.${string}` ? { readonly hint?: Value } : unknown;

type GivenTo<S, Key> = [Needed<S>] extends [never]
  ? [values?: ValuesOf<S> & Beside<Key>]
  : [values: ValuesOf<S> & Beside<Key>];

/** A sentence by its key, in the user's language. The English catalogue defines each sentence's values. */
export type SayOf<Catalogue> = <Key extends keyof Catalogue & string>(
  key: Key,
  ...values: GivenTo<Catalogue[Key], Key>
) => string;

/** The same for code that passes keys and values through unchecked. */
export type SayAny = (key: string, values?: Readonly<Record<string, Value>>) => string;

/** Another language's sentences under the same keys. One without a key does not compile. */
export type Translation<Catalogue> = { readonly [Key in keyof Catalogue]: Sentence };
