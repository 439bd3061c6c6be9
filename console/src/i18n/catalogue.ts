import type { en } from "./en/index.ts";

type Plural = { one: string; other: string };
export type Sentence = string | Plural;

/** Every name of a sentence. A language without one of them does not compile. */
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Sentence>;

type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends "…" ? never : Name) | Holes<Rest>
  : never;
type HolesOf<Value> = Value extends string
  ? Holes<Value>
  : Value extends { other: infer Text extends string }
    ? Holes<Text>
    : never;

/** What a sentence needs to be complete: one value for each `{name}` in its English text. */
type Values<Name extends Key> = [HolesOf<(typeof en)[Name]>] extends [never]
  ? []
  : [values: Record<HolesOf<(typeof en)[Name]>, string | number>];

export type Translate = <Name extends Key>(name: Name, ...values: Values<Name>) => string;
