import { visibleText } from "@kestrel/text";
import { z } from "zod";
import type { PictureInResult, ReadResult } from "./messages.ts";

const Result = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});

const Resource = z.looseObject({
  uri: z.string(),
  mimeType: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  blob: z.string().optional().catch(undefined),
});

const text = z.looseObject({ type: z.literal("text"), text: z.string() });
const picture = z.looseObject({ type: z.literal("image"), data: z.string(), mimeType: z.string() });
const sound = z.looseObject({ type: z.literal("audio"), data: z.string(), mimeType: z.string() });
const link = z.looseObject({
  type: z.literal("resource_link"),
  uri: z.string(),
  name: z.string().catch(""),
  description: z.string().optional().catch(undefined),
});
const embedded = z.looseObject({ type: z.literal("resource"), resource: Resource });
const Piece = z.discriminatedUnion("type", [text, picture, sound, link, embedded]);

/** Pictures of one result that are handed on. */
const mostPictures = 4;

/** Reads a result item by item. An item of an unknown kind is only named. Links are shown, never followed. */
export function readResult(value: unknown): ReadResult {
  const { content, structuredContent, isError } = Result.parse(value ?? {});
  const pictures: PictureInResult[] = [];
  const lines = content.map((piece) => inWords(piece, pictures));
  // The same once more, for programs: it is shown where there is nothing else.
  if (lines.length === 0 && structuredContent !== undefined) lines.push(JSON.stringify(structuredContent));
  return { isError, words: cleaned(lines.join("\n")), pictures };
}

function inWords(value: unknown, pictures: PictureInResult[]): string {
  const read = Piece.safeParse(value);
  if (!read.success) return "[something of an unknown kind]";
  const piece = read.data;
  switch (piece.type) {
    case "text":
      return piece.text;
    case "image": {
      if (pictures.length >= mostPictures) return `[one more picture, ${piece.mimeType}]`;
      pictures.push({ mediaType: piece.mimeType, base64: piece.data });
      return `[picture ${pictures.length}, ${piece.mimeType}]`;
    }
    case "audio":
      return `[sound, ${piece.mimeType}, ${bytesOf(piece.data)} bytes, not shown]`;
    case "resource_link":
      return `[link: ${[piece.name, piece.uri, piece.description].filter(Boolean).join(" – ")}]`;
    case "resource": {
      const { uri, mimeType = "of no named kind", text: words, blob = "" } = piece.resource;
      return words === undefined
        ? `[${uri}, ${mimeType}, ${bytesOf(blob)} bytes, not shown]`
        : `[${uri}]\n${words}`;
    }
    default:
      return piece satisfies never;
  }
}

const bytesOf = (base64: string) => Math.floor((base64.length * 3) / 4);

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are what this is about
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])/g;

/** Removes terminal codes and makes other invisible characters visible. */
function cleaned(words: string): string {
  return visibleText(words.replaceAll("\r\n", "\n").replace(terminalCode, ""));
}
