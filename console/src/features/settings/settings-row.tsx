import type { ReactNode } from "react";

type SettingsRowProps = { mark?: ReactNode; buttons?: ReactNode; below?: ReactNode; children: ReactNode };

/** A row of a settings list: state, description, buttons and details. */
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
