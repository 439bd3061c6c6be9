import { isWhole } from "../../json/whole-text.ts";
import type { Field } from "../call-candidate.ts";
import { matchAt } from "../parse-context.ts";
import { type OwnMarks, piecesOf } from "./own-marks.ts";
import { hasStraySign } from "./sound-value.ts";
import { tornPiece } from "./torn-pieces.ts";
import type { ValueReading } from "./xml-value.ts";

const literalOpener = /\s*<!\[CDATA\[/y;
/** `]]>` with the closing tag, or without; where it stands in a text, it is split in two. */
const literalEnd = /\]\]>(?!<!\[CDATA\[)(\s*<\/param\s*>)?/g;
const splitLiteral = "]]]]><![CDATA[>";
const wholeSection = /<!\[CDATA\[[\s\S]*?\]\]>/g;
/** A tag that is whole, of whatever family: in a section it is data. */
const anyTag = /<\/?[\p{L}_][\w:.|-]*(?:=[\w.-]+)?(?:\s+[\w:.-]+="[^"<>]*")*\s*\/?>/gu;
const tornSection = /<\\para|<!\[(?!CDATA\[)|!\[CD|DATA\[|\]\](?=\p{L})/u;
/** What the family writes around a section. */
const sectionMarks: OwnMarks = {
  fixed: ["]]></param>", '<param name="', '<function name="', "</function>"],
  named: [['<param name="', '"><![CDATA[']],
};

/** True if a section's own mark in it was damaged, or its end was and it goes on into the next parameter. */
function isDamagedLiteral(raw: string): boolean {
  const closer = raw.indexOf("</param");
  const opener = raw.indexOf("<param");
  const unclosed = raw.split("<param").length > raw.split("</param").length;
  if (unclosed) return true;
  const torn = /<!\[?CDA(?!TA\[)|\]\s*<\/param\b|<\/param(?:\s+|(?!\w))[^\s>]/.test(raw);
  if (torn || (closer >= 0 && (closer < opener || (opener < 0 && hasStraySign(raw))))) return true;
  const plain = raw.replaceAll(splitLiteral, "]]>").replace(wholeSection, "").replace(anyTag, " ");
  return (
    tornSection.test(hasStraySign(plain) ? plain : plain.replaceAll("]]", "")) ||
    tornPiece(plain, sectionMarks, piecesOf(sectionMarks, []), true) !== undefined
  );
}

/** MiniCPM 5 writes text with tags in it as `<![CDATA[…]]>`; nothing in there is markup but its end. */
export function readSection(
  text: string,
  from: number,
  name: string,
): { field: Field; end: number } | "cut" | undefined {
  const opener = matchAt(literalOpener, text, from);
  if (!opener) return undefined;
  const start = from + opener[0].length;
  literalEnd.lastIndex = start;
  const last = literalEnd.exec(text);
  if (!last) return "cut";
  const raw = text.slice(start, last.index);
  const field: Field = { name, text: raw.replaceAll(splitLiteral, "]]>"), json: false };
  if (last[1] === undefined) field.unclear = `the value of ${name} is closed by ]]> alone`;
  if (raw.split("<![CDATA[").length !== raw.split("]]>").length || isDamagedLiteral(raw))
    field.unclear = `the value of ${name} is opened twice`;
  return { field, end: last.index + last[0].length };
}

const ownEnd = /<\/param\s*>$/;

/** Why a value that stands in no section may have lost the marks of one. */
export function lostSection(
  text: string,
  { text: value, end }: ValueReading,
  name: string,
): string | undefined {
  if (!ownEnd.test(text.slice(Math.max(0, end - 40), end)))
    return `the value of ${name} stands in no section and is not closed`;
  if (/\]\]>|>\s*$/.test(value) && !/^[^\]]*(?:<\/[\p{L}][\w:.-]*|<[\p{L}][^<>]*\/)>\s*$/u.test(value))
    return `the value of ${name} is closed by ]]>, but was not opened so`;
  if (/\]\]\s*$/.test(value) && !isWhole(value))
    return `the value of ${name} is closed by ]], but was not opened so`;
  if (tornSection.test(value) || (/^\s*</.test(value) && hasStraySign(value)))
    return `the value of ${name} holds a damaged mark`;
  return /^\s*<(?![\p{L}/?!])|^\s*C?D?A?TA\[|^\s*<!(?!--|doctype|element|attlist|entity)/iu.test(value)
    ? `the value of ${name} begins with a damaged mark`
    : undefined;
}
