import type { Chance } from "./chance.ts";
import type { Names } from "./words/names.ts";
import type { World } from "./world/world.ts";

export type Language = "en" | "zh-CN";

/** What conversations are made of: everything as often as is usual, or more of what must be declined, about the files that lie there. */
export type Mixture = "usual" | "declining";

/** What a later turn may point back to. */
type Memory = {
  path?: string;
  command?: string;
  pattern?: string;
  /** The names that the last listing of the folder showed. */
  listed?: readonly string[];
  renamed?: { path: string; from: string; to: string };
  /** A file that a command gave another name, where nothing was changed since. */
  moved?: { from: string; to: string };
  /** The last command that checks code, once one was run. */
  check?: string;
  /** Whether Kestrel has asked for a check in this conversation: it asks once. */
  asked?: boolean;
  /** A prompt of the library said that nothing is to be changed. */
  changesNothing?: boolean;
  /** A skill said that every reply ends with this line. */
  ending?: string;
};

/** Where one conversation plays. */
export type Scene = {
  chance: Chance;
  language: Language;
  names: Names;
  world: World;
  memory: Memory;
  mixture: Mixture;
  /** Only commands that a real shell answers as the world does. */
  real: boolean;
};

/** The words in the scene's language. */
export function said<One>({ language }: Pick<Scene, "language">, words: { en: One; zh: One }): One {
  return language === "en" ? words.en : words.zh;
}

/** A call and what came of it. */
export type Exchange = {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  answer: string;
  ok: boolean;
  /** Shown so that the model learns the way back, not to be learnt itself. */
  mistake?: boolean;
};

/** Something a user orders and what is done about it. */
export type Action = {
  skill: string;
  /** A clause in the imperative, without a mark at its end. */
  order: string;
  /** The order ends in a text that is given as it stands: nothing comes behind it in the message. */
  given?: boolean;
  /** The command line it runs, where it runs one. */
  command?: string;
  /** Calls the tools. Called once, in the order of the conversation. */
  perform(): Performed;
};

export type Performed = {
  exchanges: Exchange[];
  /** One sentence or several. */
  report: string;
  /** What the report must name. */
  says: string[];
  /** What was to be done was not done; nothing after it is begun. */
  failed?: boolean;
};
