import type { WebAnswer } from "./request-once.ts";

/** A response's content: a page to make readable, plain text, or neither. */
export type AnswerText = { kind: "page" | "words"; text: string } | { kind: "other"; type: string };

const pages = /^(?:text\/html|application\/xhtml\+xml)$/;
const words =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|toml|x-yaml|javascript|ecmascript|x-ndjson|x-sh|sql)$)/;

/** The text of a response, in its declared encoding. */
export function textOfAnswer({ type, bytes }: Pick<WebAnswer, "type" | "bytes">): AnswerText {
  const [media = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const head = bytes.subarray(0, 1_024).toString("latin1");
  const page = pages.test(media) || (media === "" && /^\s*<(?:!doctype html|html)/i.test(head));
  const binary = bytes.subarray(0, 4_096).includes(0) && !/^(?:\xff\xfe|\xfe\xff)/.test(head);
  if (binary || !(page || words.test(media) || media === ""))
    return { kind: "other", type: media === "" ? "application/octet-stream" : media };
  const named = parameters.find((one) => one.startsWith("charset="))?.slice(8);
  const meta = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  const letters = named?.replaceAll(/["']/g, "") ?? (page ? meta : undefined) ?? "utf-8";
  return { kind: page ? "page" : "words", text: decoded(bytes, letters) };
}

function decoded(bytes: Buffer, letters: string): string {
  try {
    return new TextDecoder(letters).decode(bytes);
  } catch {
    // expected: an unknown encoding
    return new TextDecoder().decode(bytes);
  }
}
