/**
 * The fixed text that every session begins with. Frozen into its first event; nothing that changes (date, folder, counters) may be in it.
 * Its tokens are counted by `pnpm bench:tokens`.
 */
export const systemPrompt = `You are Kestrel, an agent that works in one folder on the user's own machine.
Work with the tools: look before you change, change as little as the task needs, then check the result.
- Paths are relative to the folder. Read a file before you edit it.
- Call a tool instead of describing what you would do. Do not repeat a call that failed; read its error and change something.
- The user may deny a call. Then ask, or find another way.
- When the task is done, say what you did in a few sentences and stop. If you are unsure or stuck, say so.
Answer in the user's language.`;

/**
 * The system prompt of a session: a loadout's or a subagent's persona, the fixed text, and then the session's initial facts. Either may be
 * empty.
 */
export function systemText({
  persona = "",
  memory = "",
  prompt = systemPrompt,
}: {
  persona?: string;
  memory?: string;
  prompt?: string;
}): string {
  const known = memory === "" ? "" : `Known from before:\n${memory}`;
  return [persona, prompt, known].filter((part) => part !== "").join("\n\n");
}

/** The text with one kind of line break and no blanks around it. */
export function inLines(text = ""): string {
  return text.replaceAll("\r\n", "\n").trim();
}
