import { fenceAround } from "./fence-around.ts";

/** A command that the user ran, formatted for the model beside the message. */
export function ranByPerson(command: string, output: string, how: string): string {
  const fence = fenceAround(output);
  return `${heading}${command}\n${fence}\n${output}\n${fence}\n${how}`;
}

const heading = "I ran this in the workspace: ";

/** A message without such commands: the text that the user typed. */
export function typedWords(message: string): string {
  return message.replace(blocks, "").trim();
}

/** Bounded, so that the time is linear: commands are short, and outputs are cut first. */
const blocks = new RegExp(
  `(?:^|\\n\\n)${heading}[\\s\\S]{0,2000}?\\n(\`{3,})\\n[\\s\\S]{0,40000}?\\n\\1\\n[^\\n]*`,
  "g",
);

/** The typed text outside fences, without attached files and pasted code. Linear in the text. */
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

/** Whether a message contains one of the pastes. Pastes of a single word, such as a name or a path, do not count. */
export function hasPaste(message: string, pastes: readonly string[]): boolean {
  return pastes.some((paste) => {
    const run = paste.trim();
    return /\s|\p{Script=Han}{4}/u.test(run) && message.includes(run);
  });
}

/** Number of recent pastes compared with a sent message. */
export const keptPastes = 20;
