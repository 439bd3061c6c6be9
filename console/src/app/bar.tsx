import type { ReactNode } from "react";
import { StateShape } from "../ui/state-mark.tsx";

type BarProps = {
  role: "status" | "alert";
  /** The page's problem. */
  words: string;
  /** The remedy. */
  children: ReactNode;
};

/** One line above the page that reports a problem with it. */
export function Bar({ role, words, children }: BarProps) {
  return (
    <div
      role={role}
      className={`flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 text-ui ${role === "status" ? "text-dim" : ""}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <StateShape state="offline" />
        {words}
      </span>
      {children}
    </div>
  );
}
