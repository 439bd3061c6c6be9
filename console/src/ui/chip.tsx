import type { ReactNode } from "react";

const tones = {
  plain: "text-dim border-line",
  ok: "text-ok border-line",
  warn: "text-warn border-current",
  danger: "text-danger border-current",
  accent: "text-accent border-current",
} as const;

/** A few words in a small frame; `why` explains on hover and to screen readers. */
export function Chip({
  tone = "plain",
  why,
  children,
}: {
  tone?: keyof typeof tones;
  why?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={why}
      className={`tabular inline-flex flex-none items-center rounded-[4px] border px-1.5 text-12 leading-[18px] whitespace-nowrap ${tones[tone]}`}
    >
      {children}
      {why && <span className="sr-only">: {why}</span>}
    </span>
  );
}
