import type { Source } from "./violations.ts";

/** Words that were ours alone, and the word of the glossary or the field that stands for each. */
const synonyms: Readonly<Record<string, string>> = {
  Mailbox: "PendingApprovals",
  Album: "ImageCache",
  LiveAir: "LiveReply",
  PacedLines: "TextCoalescer",
  Toolbox: "ToolIndex",
  ToolSurroundings: "ToolContext",
  ToolHouse: "ToolDependencies",
  StatusBoard: "ObservableStatus",
  Workbench: "ConsoleStore",
  ModelShelf: "ModelCatalog",
  relayFile: "spillFile",
  steer: "send-message: the daemon decides whether words join the turn",
  guardrail: "guard",
};

/** Functions that are named by what was done to something; a verb says what they do (`printResult`, `noteReuse`). */
const participles = /(?:function\s+|[.#]|^\s+)(told|heard|grown)(?=\()/gm;

/** Identifiers of a file that say in a private word what the house has a word for; one line each. */
export function synonymsIn({ file, text }: Source): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "");
  const ours = Object.entries(synonyms).flatMap(([word, instead]) =>
    new RegExp(`(?<![A-Za-z])${word}(?![a-z])|(?<=[a-z])${upper(word)}(?![a-z])`).test(code)
      ? [`${file}: ${word} (${instead})`]
      : [],
  );
  return [...ours, ...[...code.matchAll(participles)].map(([, word]) => `${file}: ${word}() (a verb)`)];
}

function upper(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
