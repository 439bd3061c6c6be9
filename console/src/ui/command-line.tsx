import { programCommand } from "../program/program-command.ts";
import { CopyButton } from "./copy-button.tsx";
import { VisibleText } from "./visible-text.tsx";

/** A command for a terminal, with a copy button: `program` follows the program's name. */
export function CommandLine({ program }: { program: string }) {
  const command = `${programCommand()} ${program}`;
  return (
    <div className="flex items-center gap-2 rounded-card bg-code py-1 pr-1 pl-3.5 inset-ring inset-ring-soft">
      <code className="min-w-0 flex-1 font-mono text-mono break-words">
        <span className="text-faint select-none">$ </span>
        <VisibleText text={command} />
      </code>
      <CopyButton text={command} />
    </div>
  );
}
