import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { ImageType, type SentImage } from "@kestrel/protocol";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";

/** A prompt as Kestrel sends it: one text, and images. */
export type PromptWords = { text: string; images: SentImage[] };

/**
 * Joins a prompt's blocks into one text: a file is named in place, and the text of an embedded one follows at the end.
 * Throws UsageError for an unsupported block.
 */
export function promptWords(blocks: readonly ContentBlock[], workspace: string, say: Say): PromptWords {
  const words: string[] = [];
  const files: string[] = [];
  const images: SentImage[] = [];
  for (const block of blocks) {
    if (block.type === "text") words.push(block.text);
    else if (block.type === "resource_link") words.push(placeOf(block.uri, workspace));
    else if (block.type === "resource" && "text" in block.resource) {
      const place = placeOf(block.resource.uri, workspace);
      words.push(place);
      files.push(`\n\n${place}:\n\`\`\`\n${block.resource.text}\n\`\`\``);
    } else if (block.type === "image") {
      const mediaType = ImageType.safeParse(block.mimeType);
      if (!mediaType.success) throw new UsageError(say("acp.block", { type: block.mimeType }));
      images.push({ mediaType: mediaType.data, base64: block.data });
    } else throw new UsageError(say("acp.block", { type: block.type }));
  }
  return { text: words.join("") + files.join(""), images };
}

/** A file's path for the model: relative to the workspace, or absolute. */
function placeOf(uri: string, workspace: string): string {
  if (!uri.startsWith("file://")) return uri;
  const path = fileURLToPath(uri.replace(/[?#].*$/, ""));
  const inside = relative(workspace, path);
  return inside === "" || inside.startsWith("..") ? path : inside;
}
