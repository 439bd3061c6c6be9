import type { Paint } from "../terminal/style.ts";
import type { Ink } from "../terminal/to-terminal.ts";

/** Languages with the same syntax of comments, and their keywords. */
const families = [
  {
    names:
      "js jsx mjs cjs javascript ts tsx typescript java kotlin kt swift c h cpp c++ cc hpp cs csharp go rust rs scala dart php zig",
    comment: String.raw`\/\/.*|\/\*.*?(?:\*\/|$)`,
    keywords:
      "abstract as async await break case catch class const continue def default defer delete do else enum export extends extern false final finally fn for from func function go if impl implements import in instanceof interface let loop match mod module mut namespace new nil null of override package private protected pub public range readonly return select self static struct super switch this throw throws trait true try type typeof undefined union unsafe use using val var void volatile when where while with yield",
  },
  {
    names: "py python",
    comment: "#.*",
    keywords:
      "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield",
  },
  {
    names: "rb ruby elixir ex perl pl r julia jl",
    comment: "#.*",
    keywords:
      "and begin break case class def defmodule do else elsif end ensure false for function if in module my next nil not or package require rescue return self sub then true unless until use when while yield",
  },
  {
    names: "sh bash zsh fish shell console dockerfile makefile make ps1 powershell",
    comment: String.raw`(?<=^|\s)#.*`,
    keywords:
      "case cd do done echo elif else esac exit export fi for function if in local read return set shift source sudo then unset until while FROM RUN COPY CMD ENV WORKDIR ENTRYPOINT",
  },
  {
    names: "sql",
    comment: "--.*",
    keywords:
      "ADD ALTER AND AS ASC BEGIN BY CASE COMMIT CREATE DELETE DESC DISTINCT DROP ELSE END EXISTS FROM GROUP HAVING IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER OUTER PRIMARY RIGHT SELECT SET TABLE THEN UNION UPDATE VALUES VIEW WHEN WHERE WITH",
  },
  {
    names: "json jsonc json5 yaml yml toml ini conf cfg",
    comment: String.raw`(?<=^|\s)#.*|\/\/.*`,
    keywords: "true false null yes no on off",
  },
  {
    names: "css scss less html xml svg vue",
    comment: String.raw`\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$)`,
    keywords: "",
  },
  {
    names: "lua haskell hs",
    comment: "--.*",
    keywords:
      "and break do else elseif end false for function if in let local module nil not or repeat return then true until where while data type case of import",
  },
] as const;

type Reader = { pattern: RegExp; keywords: ReadonlySet<string>; anyCase: boolean };

const readers = new Map<string, Reader>();

function readerOf(language: string): Reader | undefined {
  const known = readers.get(language);
  if (known) return known;
  const family = families.find(({ names }) => names.split(" ").includes(language));
  if (!family) return undefined;
  const text = ['"', "'", "`"].map((mark) => String.raw`${mark}(?:[^${mark}\\]|\\.)*${mark}?`).join("|");
  const pattern = new RegExp(String.raw`(${family.comment})|(${text})|\b(\d[\w.]*)\b|([A-Za-z_]\w*)`, "g");
  const reader = {
    pattern,
    keywords: new Set<string>(family.keywords.split(" ")),
    anyCase: language === "sql",
  };
  readers.set(language, reader);
  return reader;
}

/** Longer lines are data: they are shown without colour. UTF-16 units. */
const longest = 2_000;

/** One line of code in the terminal's own colours; plain for an unknown language. Keeps every character. */
export function inkedCode(line: string, language: string, paint: Paint): string {
  if (line.length > longest) return line;
  const name = language.toLowerCase();
  if (name === "diff" || name === "patch") {
    const ink: Ink | undefined = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : undefined;
    return ink === undefined ? line : paint(ink, line);
  }
  const reader = readerOf(name);
  if (!reader) return line;
  return line.replace(reader.pattern, (all, comment, text, number, word) => {
    if (comment !== undefined) return paint("dim", all);
    if (text !== undefined) return paint("green", all);
    if (number !== undefined) return paint("cyan", all);
    const isKeyword = reader.keywords.has(reader.anyCase ? String(word).toUpperCase() : word);
    return isKeyword ? paint("magenta", all) : all;
  });
}
