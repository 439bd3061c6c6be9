/** The longest reply that anything asked here needs. UTF-16 units. */
const longestReply = 1_200;

/** Whether a reply has gone in circles, or is longer than there is to tell. */
export function runsOn(reply: string): boolean {
  if (reply.length > longestReply) return true;
  // A stretch of at least eight characters, three times without anything between; a line drawn under a title is none.
  return [...reply.matchAll(/(\S[\s\S]{7,80}?)\1\1/g)].some(([, stretch = ""]) => /\p{L}/u.test(stretch));
}

/** The ends of sentences, in both languages; a point within a name is none. */
const sentenceEnd = /[.!?](?=\s|$)|[。！？]/g;

/** Whether the last reply says no in one sentence, with the way to a model of one's own. */
export function declinesIn(replies: readonly string[]): boolean {
  const reply = replies.at(-1)?.trim() ?? "";
  const refuses = /\b(?:cannot|can't|can not|unable|too small)\b|不会|不能|做不了|无法/i.test(reply);
  const ownModel = /GGUF/.test(reply);
  return refuses && ownModel && (reply.match(sentenceEnd)?.length ?? 0) === 1;
}
