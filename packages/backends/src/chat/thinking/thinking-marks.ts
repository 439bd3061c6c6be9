/** How models mark their thinking where the server leaves the marks in the text. */
export const thinkingMarks = [
  { open: "<think>", close: "</think>" },
  { open: "<thinking>", close: "</thinking>" },
  { open: "<thought>", close: "</thought>" },
  { open: "<reasoning>", close: "</reasoning>" },
  { open: "<seed:think>", close: "</seed:think>" },
  { open: "[THINK]", close: "[/THINK]" },
  { open: "◁think▷", close: "◁/think▷" },
  { open: "<|START_THINKING|>", close: "<|END_THINKING|>" },
  { open: "<|channel>thought", close: "<channel|>" },
] as const;

/** Marks that close what only the template opened: the reply begins in the middle of the thinking. */
export const orphanMarks = ["</think>", "</thinking>", "</seed:think>", "[/THINK]", "◁/think▷"] as const;

/** How many characters at the end of `text` are the beginning of `mark`. */
export function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
