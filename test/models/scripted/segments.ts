type Tag = "<think>" | "</think>" | "<tool_call>" | "</tool_call>";

/** A reply is a row of tags, which all replies share as tokens, and of texts between them. */
export type Segment = { kind: "tag"; tag: Tag } | { kind: "text"; text: string };

const tagPattern = /<\/?(?:think|tool_call)>/g;

/**
 * Cuts a reply at the tags that a parser or sampler of the server looks for: thinking at the start, the first call, the
 * end of the last call. A tag elsewhere, or one with only blanks before it, stays within its text, so that every text
 * can be told from every other.
 */
export function segmentsOf(reply: string): Segment[] {
  const segments: Segment[] = [];
  const cut = new Set<string>();
  let start = 0;
  for (const { 0: found, index } of reply.matchAll(tagPattern)) {
    const before = reply.slice(start, index);
    const afterText = index === 0 || before.trim() !== "";
    if (cut.has(found) || !afterText || !standsAlone(found, reply, index)) continue;
    if (before !== "") segments.push({ kind: "text", text: before });
    segments.push({ kind: "tag", tag: found as Tag });
    cut.add(found);
    start = index + found.length;
  }
  if (start < reply.length) segments.push({ kind: "text", text: reply.slice(start) });
  return segments;
}

function standsAlone(tag: string, reply: string, index: number): boolean {
  if (tag === "<think>") return index === 0;
  if (tag === "</think>") return reply.startsWith("<think>");
  if (tag === "</tool_call>") return index + tag.length === reply.length;
  return true;
}
