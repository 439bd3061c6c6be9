/** One line of a server: `@tags :source COMMAND words :the last one`. */
export type IrcLine = {
  tags: Readonly<Record<string, string>>;
  source: string;
  command: string;
  words: readonly string[];
};

const escapes: Readonly<Record<string, string>> = { ":": ";", s: " ", r: "\r", n: "\n" };

/** Parses a line by RFC 1459 and IRCv3's message tags. An invalid line becomes an unknown command. */
export function readIrcLine(line: string): IrcLine {
  const [, tags = "", source = "", command = "", rest = ""] =
    /^(?:@(\S+) +)?(?::(\S+) +)?(\S+)(.*)$/.exec(line) ?? [];
  const [, middle = "", last] = /^(.*?)(?: :(.*))?$/.exec(rest) ?? [];
  const words = middle.split(" ").filter((word) => word !== "");
  const pairs = tags.split(";").filter((tag) => tag !== "");
  return {
    tags: Object.fromEntries(
      pairs.map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return [name, value.join("=").replaceAll(/\\(.?)/g, (_, sign: string) => escapes[sign] ?? sign)];
      }),
    ),
    source,
    command: command.toUpperCase(),
    words: last === undefined ? words : [...words, last],
  };
}

/** The words of a text without the marks for bold, colours (a number follows theirs) and the like: no control character but the tab stays. */
export const withoutFormatting = (text: string): string =>
  text
    .split("\u0003")
    .map((part, index) => (index === 0 ? part : part.replace(/^\d{1,2}(?:,\d{1,2})?/, "")))
    .join("")
    .replaceAll(/(?!\t)\p{Cc}/gu, "");
