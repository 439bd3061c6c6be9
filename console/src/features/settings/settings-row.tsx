import type { ReactNode } from "react";

type SettingsRowProps = { mark?: ReactNode; buttons?: ReactNode; below?: ReactNode; children: ReactNode };

/** One of several things that settings list: its state, what it is, what can be done about it, and what more there is to tell. */
export function SettingsRow({ mark, buttons, below, children }: SettingsRowProps) {
  return (
    <li className="border-b border-line py-2 text-ui">
      <div className="flex flex-wrap items-center gap-2">
        {mark}
        <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">{children}</span>
        {buttons}
      </div>
      {below}
    </li>
  );
}
