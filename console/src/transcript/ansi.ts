/** A run of terminal output in one style. Colours are the sixteen names of the console's own palette. */
export type AnsiRun = { text: string; style: string };

type Style = { colour?: number; bold: boolean; dim: boolean; italic: boolean; underline: boolean };
const plain: Style = { bold: false, dim: false, italic: false, underline: false };

/** CSI sequences (parameters, then the final letter), titles and links, single letters. */
const control =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters of terminals
  /\u001b\[([0-9;:?]*)([ -/]*[@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;

/** Terminal output as runs of text: colours and weight are kept, all other control sequences are dropped. */
export function ansiRuns(output: string): AnsiRun[] {
  const text = withoutOverwritten(output);
  const runs: AnsiRun[] = [];
  let style = plain;
  let from = 0;
  const push = (piece: string) => {
    if (piece !== "") runs.push({ text: piece, style: nameOf(style) });
  };
  for (const match of text.matchAll(control)) {
    push(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") style = styled(style, match[1] ?? "");
  }
  push(text.slice(from));
  return runs;
}

/** Programs redraw a line after a carriage return; only the final text is kept. */
function withoutOverwritten(output: string): string {
  if (!output.includes("\r")) return output;
  return output
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1).replace(/\r+$/, ""))
    .join("\n");
}

function styled(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let style = before;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const colour = codes[index + 1] === 5 ? codes[index + 2] : undefined;
      if (code === 38) style = { ...style, colour: colour === undefined ? undefined : sixteen(colour) };
      index += codes[index + 1] === 5 ? 2 : 4;
    } else style = withCode(style, code);
  }
  return style;
}

function withCode(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, colour: code - 90 };
  if (code === 39) return { ...style, colour: undefined };
  return style;
}

/** The nearest of the eight names for one of the 256 colours. */
function sixteen(colour: number): number | undefined {
  if (colour < 16) return colour % 8;
  if (colour >= 232) return colour < 244 ? 0 : 7;
  const cube = colour - 16;
  const bit = (value: number) => (value > 2 ? 1 : 0);
  return bit(Math.floor(cube / 36)) + 2 * bit(Math.floor(cube / 6) % 6) + 4 * bit(cube % 6);
}

function nameOf(style: Style): string {
  const names = [
    style.colour === undefined ? "" : `ansi-${style.colour}`,
    style.bold ? "ansi-bold" : "",
    style.dim ? "ansi-dim" : "",
    style.italic ? "ansi-italic" : "",
    style.underline ? "ansi-underline" : "",
  ];
  return names.filter((name) => name !== "").join(" ");
}
