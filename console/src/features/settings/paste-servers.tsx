import { useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { CommandLine } from "../../ui/command-line.tsx";

/**
 * Converts the JSON that other programs use for servers into the commands that add them. A server is a program: it can only be added from a
 * terminal, never by a page.
 */
export function PasteServers() {
  const { t } = useWords();
  const id = useId();
  const [text, setText] = useState("");
  const commands = commandsFor(text);
  return (
    <section className="mt-8">
      <label htmlFor={id} className="font-semibold">
        {t("mcp.paste")}
      </label>
      <p className="text-ui text-dim">{t("mcp.paste.text")}</p>
      <textarea
        id={id}
        rows={6}
        value={text}
        spellCheck={false}
        placeholder={'{ "mcpServers": { "files": { "command": "npx", "args": ["…"] } } }'}
        onChange={({ target }) => setText(target.value)}
        className="mt-2 w-full rounded-control border border-control bg-paper px-3 py-2 font-mono text-mono"
      />
      <div role="status" className="mt-2 stack gap-2 text-ui">
        {text.trim() !== "" && commands === undefined && (
          <p className="text-danger">{t("mcp.paste.wrong")}</p>
        )}
        {commands?.map((command) => (
          <CommandLine key={command} program={command} />
        ))}
      </div>
    </section>
  );
}

/** `mcp add …` for each server of `{"mcpServers": {…}}`, or for the file when a line cannot express one; undefined for other text. */
function commandsFor(text: string): string[] | undefined {
  try {
    const { mcpServers, servers } = JSON.parse(text) as Record<string, Record<string, Entry> | undefined>;
    const found = Object.entries(mcpServers ?? servers ?? {});
    const isPlain = found.every(([, { env, headers }]) => env === undefined && headers === undefined);
    if (found.length > 0 && !isPlain) return ["mcp add servers.json"];
    return found.length === 0 ? undefined : found.map(([name, entry]) => commandFor(name, entry));
  } catch {
    // expected: not JSON yet, or servers in another form
    return undefined;
  }
}

type Entry = { command?: string; args?: readonly string[]; url?: string; env?: object; headers?: object };

function commandFor(name: string, { url, command = "", args = [] }: Entry): string {
  const words = url === undefined ? ["--", command, ...args] : ["--url", url];
  return ["mcp", "add", name, ...words].map(quoted).join(" ");
}

/** Quoted for sh. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
