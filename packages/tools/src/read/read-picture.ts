import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ToolContext, ToolResult } from "@kestrel/core";
import { imageBounds } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { Refusal } from "../answer/refusal.ts";
import type { Blobs } from "../change/file-blobs.ts";
import { pictureFacts } from "../pictures/picture-facts.ts";
import { hashOf, readWhole } from "../place/file-content.ts";

/** A picture with more pixels is not shown: a server decodes all of them. */
const mostPixels = 24_000_000;
const lookedAt = 64 * 1024;

/** A picture as a read's answer, if the model accepts images; undefined for any other file. */
export async function readPicture(
  path: string,
  handle: FileHandle,
  stat: Stats,
  { blobs, context }: { blobs: Blobs; context: ToolContext },
): Promise<ToolResult | undefined> {
  const start = Buffer.alloc(Math.min(lookedAt, Math.max(0, stat.size)));
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  const facts = pictureFacts(start.subarray(0, bytesRead));
  if (!facts) return undefined;
  const { mediaType, width, height } = facts;
  const size = width && height ? `, ${width} x ${height} pixels` : "";
  const what = `${visibleName(path)} is a picture (${mediaType}${size}, ${grouped(stat.size)} bytes)`;
  if (!(await context.sees?.())) throw new Refusal(`${what}. You cannot see pictures here.`);
  const large = (width ?? 0) * (height ?? 0) > mostPixels;
  const bytes = large ? undefined : await readWhole(handle, imageBounds.bytes);
  if (!bytes) throw new Refusal(`${what}: too large to show. Make a smaller copy with shell.`);
  const image = { ...facts, blob: await blobs.put(bytes), bytes: bytes.length };
  return { outcome: "ok", content: `${what}.`, images: [image], seen: [{ path, hash: hashOf(bytes) }] };
}
