import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";

const looks = {
  primary: "bg-accent text-accent-text border-transparent hover:brightness-110",
  plain: "bg-surface text-text border-control hover:bg-raised",
  quiet: "bg-transparent text-dim border-transparent hover:bg-raised hover:text-text",
  danger: "bg-surface text-danger border-control hover:bg-danger-soft",
} as const;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof looks;
  icon?: IconName;
  /** The key that does the same, shown on the button while it works. */
  keyName?: string;
  /** Its place is kept while it does not: a button that moves is pressed by mistake. */
  keyWorks?: boolean;
};

export function Button({
  look = "plain",
  icon,
  keyName,
  keyWorks = true,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keyName}
      className={`inline-flex min-h-8 items-center justify-center gap-2 rounded-control border px-3 py-1 text-13 font-medium transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 ${looks[look]} ${className ?? ""}`}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keyName && <Key name={keyName} hidden={!keyWorks} />}
    </button>
  );
}

/** A key as it stands on the keyboard. */
export function Key({ name, hidden = false }: { name: string; hidden?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`rounded-[4px] border border-current px-1 font-mono text-[11px] leading-4 pointer-coarse:hidden ${hidden ? "invisible" : ""}`}
    >
      {name}
    </span>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  icon: IconName;
  label: string;
};

/** A button that is only an icon; its name is read aloud and shown on hover. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-grid size-8 flex-none place-items-center rounded-control text-dim transition-colors duration-100 hover:bg-raised hover:text-text disabled:pointer-events-none disabled:opacity-50 ${className ?? ""}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
