import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { ImageType, type SentImage } from "@kestrel/protocol";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";

/** What a person sent, as Kestrel takes it: one text, and pictures beside it. */
export type PromptWords = { text: string; images: SentImage[] };

/**
 * The blocks of a prompt in one text: a file is named where it stands, and the text of one that came along follows at the end.
 * Throws UsageError for a block that Kestrel does not take.
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

/** A file as the model names it: from the workspace, or whole. */
function placeOf(uri: string, workspace: string): string {
  if (!uri.startsWith("file://")) return uri;
  const path = fileURLToPath(uri.replace(/[?#].*$/, ""));
  const inside = relative(workspace, path);
  return inside === "" || inside.startsWith("..") ? path : inside;
}
