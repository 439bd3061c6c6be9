import type { ReactNode } from "react";

const tones = {
  plain: "bg-pressed text-dim",
  ok: "text-ok inset-ring inset-ring-line",
  warn: "text-warn inset-ring inset-ring-line",
  danger: "text-danger inset-ring inset-ring-line",
  accent: "text-accent inset-ring inset-ring-line",
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
      className={`tabular inline-flex h-[22px] flex-none items-center rounded-tag px-2 text-fine font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
      {why && <span className="sr-only">: {why}</span>}
    </span>
  );
}
