import { nanoTexts } from "@kestrel/nano";
import type { Turn } from "../turns/turn.ts";

/** A stretch of a conversation as the model reads it, and how much of a lesson it is: 1 its own words, 0 nothing. */
export type Stretch = { text: string; weight: number };

/** The tools in the order in which Kestrel sends them. */
export const toolNames: readonly string[] = nanoTexts.tools.map(({ name }) => name);

/** What the chat template puts first: of the tools only their names. */
const header = (names: readonly string[]) => `<|im_start|>system\ntools: ${names.join(" ")}<|im_end|>\n`;

/** Text that others wrote teaches a little of names and their neighbours. */
const overheard = 0.06;

/** A conversation as `template.jinja` renders it for a client that offers these tools; `test/engine` compares the two. */
export function rendered(turns: readonly Turn[], offered: readonly string[] = toolNames): Stretch[] {
  const stretches: Stretch[] = [{ text: header(offered), weight: 0 }];
  const listen = (text: string) =>
    stretches.push(
      { text: "<|im_start|>user\n", weight: 0 },
      { text, weight: overheard },
      { text: "<|im_end|>\n", weight: 0 },
    );
  const speak = (text: string, weight: number) =>
    stretches.push(
      { text: "<|im_start|>assistant\n", weight: 0 },
      ...pieces(text).map((piece) => ({ text: piece, weight })),
      { text: "<|im_end|>", weight },
      { text: "\n", weight: 0 },
    );
  for (const { notes = [], user, parts } of turns) {
    listen([...notes, user].join("\n\n"));
    for (const part of parts) {
      if (part.kind === "reminder") listen(part.text);
      else if (part.kind === "words") speak(part.text, 1);
      else {
        const { tool, arguments: given, answer, mistake } = part.exchange;
        const call = `<tool_call>\n{"name": "${tool}", "arguments": ${JSON.stringify(given)}}\n</tool_call>`;
        speak(call, mistake ? 0 : 1);
        listen(`<tool_response>\n${answer}\n</tool_response>`);
      }
    }
  }
  return stretches;
}

/** Cut behind every `\n` of a JSON text, so that a name after it is spelt with the same tokens as at the start of a line. */
function pieces(text: string): string[] {
  return text.split(/(?<=\\n)(?=\p{L})/u);
}
