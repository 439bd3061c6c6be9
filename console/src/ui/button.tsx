import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";

const looks = {
  primary: "px-3.5 bg-accent text-accent-text hover:bg-accent-hover",
  plain: "px-3.5 bg-card text-text inset-ring inset-ring-line shadow-1 hover:bg-sunken",
  quiet: "px-2.5 text-dim hover:bg-hover hover:text-text",
  danger: "px-3.5 bg-card text-danger inset-ring inset-ring-line shadow-1 hover:bg-danger-soft",
} as const;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof looks;
  icon?: IconName;
  /** The equivalent key. */
  keyName?: string;
};

export function Button({ look = "plain", icon, keyName, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keyName}
      className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-[9px] py-1 text-ui font-medium transition-colors duration-[120ms] ease-out disabled:pointer-events-none disabled:bg-sunken disabled:text-faint disabled:inset-ring-0 disabled:shadow-none pointer-coarse:min-h-11 ${looks[look]} ${className ?? ""}`}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keyName && (
        <span className="contents max-sm:hidden">
          <Key name={keyName} />
        </span>
      )}
    </button>
  );
}

/** A key as labelled on the keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-[5px] px-[5px] text-[12px] leading-[18px] font-medium inset-ring inset-ring-current/30 pointer-coarse:hidden"
    >
      {name}
    </span>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  icon: IconName;
  label: string;
};

/** A button with only an icon; its name is for screen readers and shown on hover. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-grid size-8 flex-none place-items-center rounded-control text-dim transition-colors duration-[120ms] ease-out hover:bg-hover hover:text-text disabled:pointer-events-none disabled:text-faint pointer-coarse:size-11 ${className ?? ""}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
