import type { ReactNode } from "react";

type PathFieldProps = {
  id: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

/** A field for a path or an address, with buttons beside it. */
export function PathField({ id, label, hint, value, onChange, children }: PathFieldProps) {
  return (
    <>
      <label htmlFor={id} className="block text-ui font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-fine text-faint">
          {hint}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={hint && `${id}-hint`}
          autoComplete="off"
          spellCheck={false}
          className="h-9 min-w-0 flex-[1_1_14rem] pointer-coarse:h-11 rounded-control border border-control bg-paper px-3 font-mono text-mono"
        />
        {children}
      </div>
    </>
  );
}
