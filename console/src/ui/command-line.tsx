import { CopyButton } from "./copy-button.tsx";
import { VisibleText } from "./visible-text.tsx";

/** A command to type in a terminal, ready to be copied. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-13 break-words">
        <span className="text-faint select-none">$ </span>
        <VisibleText text={command} />
      </code>
      <CopyButton text={command} />
    </div>
  );
}
