import type { ReactNode } from "react";

type FoldedProps = { line: ReactNode; className?: string; children: ReactNode };

/** An underlined line that opens to its content. `className`: its position and size. */
export function Folded({ line, className, children }: FoldedProps) {
  return (
    <details className={className}>
      <summary className="inline-block py-0.5 underline decoration-line underline-offset-2 hover:text-dim">
        {line}
      </summary>
      {children}
    </details>
  );
}
