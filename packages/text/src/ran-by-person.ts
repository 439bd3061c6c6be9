/** A command that the person ran, as the model reads it beside their words. */
export function ranByPerson(command: string, output: string, how: string): string {
  const longest = Math.max(2, ...(output.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${heading}${command}\n${fence}\n${output}\n${fence}\n${how}`;
}

const heading = "I ran this in the workspace: ";

/** A message without those: the words that the person typed. */
export function typedWords(message: string): string {
  return message.replace(blocks, "").trim();
}

/** Bounded, so that a long message costs no more than its length: commands are short, and outputs are cut before they are told. */
const blocks = new RegExp(
  `(?:^|\\n\\n)${heading}[\\s\\S]{0,2000}?\\n(\`{3,})\\n[\\s\\S]{0,40000}?\\n\\1\\n[^\\n]*`,
  "g",
);

/** Of those the ones that say what is meant: not what stands in a fence, as attached files and pasted code do. Linear in the text. */
export function wordsOutsideFences(message: string): string {
  let fence: string | undefined;
  const kept = typedWords(message)
    .split("\n")
    .filter((line) => {
      const mark = /^\s*(`{3,})/.exec(line)?.[1];
      if (fence === undefined) fence = mark;
      else if (mark !== undefined && mark.length >= fence.length) {
        fence = undefined;
        return false;
      }
      return fence === undefined;
    });
  return kept.join("\n").trim();
}

/** Whether a message has a run of pasted words in it. A single word, as a name or a path, is none. */
export function hasPaste(message: string, pastes: readonly string[]): boolean {
  return pastes.some((paste) => {
    const run = paste.trim();
    return /\s|\p{Script=Han}{4}/u.test(run) && message.includes(run);
  });
}

/** So many of the last pastes are compared with what is sent. */
export const keptPastes = 20;
