import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const tones = {
  info: "border-line bg-card",
  warn: "border-warn-line bg-card",
  danger: "border-line bg-card",
} as const;
const inks = { info: "text-dim", warn: "text-warn", danger: "text-danger" } as const;

/** A notice, with its actions. */
export function Notice({
  tone = "info",
  role,
  children,
}: {
  tone?: keyof typeof tones;
  role?: "alert" | "status";
  children: ReactNode;
}) {
  return (
    <div role={role} className={`flex gap-3 rounded-large border px-5 py-4 text-ui ${tones[tone]}`}>
      <Icon name={tone === "info" ? "info" : "warn"} className={`mt-0.5 ${inks[tone]}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
