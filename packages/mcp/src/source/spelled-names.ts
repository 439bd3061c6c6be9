/** Characters of a server's name that identify it; a shorter prefix is ambiguous. */
const shortestServer = 3;
/** Characters. A longer name is not treated as a misspelling. */
const longest = 200;

type Named = { server: string; tool: string };

/**
 * The one tool that a model means by a name, however it joins server and tool, writes capitals or marks between words, or
 * shortens the server: `every__get_sum` for `everything/get-sum`. Undefined where none or more than one could be meant.
 */
export function toolSpelled(spelled: string, known: readonly Named[]): string | undefined {
  if (spelled.length > longest) return undefined;
  const exact = known.filter(({ server, tool }) => `${server}/${tool}` === spelled);
  if (exact.length > 0) return spelled;
  // Without a joint it is a server, a skill or words to search for.
  const parts = spelled.replace(/^mcp__/i, "").split(/__|[/.:]/);
  for (let cut = 1; cut < parts.length; cut++) {
    const server = bare(parts.slice(0, cut).join(""));
    const tool = bare(parts.slice(cut).join(""));
    if (server === "" || tool === "") continue;
    const tools = known.filter((one) => bare(one.tool) === tool);
    for (const isMeant of [isSame, begins]) {
      const meant = tools.filter((one) => isMeant(bare(one.server), server));
      const [only, ...others] = meant;
      if (only && others.length === 0) return `${only.server}/${only.tool}`;
      if (meant.length > 1) return undefined;
    }
  }
  return undefined;
}

const isSame = (name: string, given: string) => name === given;
const begins = (name: string, given: string) => given.length >= shortestServer && name.startsWith(given);

const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
