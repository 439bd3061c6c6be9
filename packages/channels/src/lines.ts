import { ChannelFault } from "./port.ts";

/** The lines of a stream without their ends. Rejects for one longer than `most` UTF-16 units, before all of it arrived. */
export async function* linesOf(stream: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
    if (rest.length > most) throw new ChannelFault("a line is too long", { park: "refused" });
  }
  if (rest !== "") yield rest;
}
