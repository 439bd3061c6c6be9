import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

type TabsProps<Name extends string> = {
  label: string;
  names: readonly (readonly [Name, string])[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
};

/** A row of tabs and the panel of the chosen one; arrow keys move between them. */
export function Tabs<Name extends string>({ label, names, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = names.findIndex(([name]) => name === chosen);
    const next = names[(at + step + names.length) % names.length];
    if (!next) return;
    onChoose(next[0]);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className="flex h-14 flex-none items-stretch gap-4 border-b border-soft px-6 text-ui font-medium"
      >
        {names.map(([name, text]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className={`-mb-px border-b-2 ${name === chosen ? "border-accent text-text" : "border-transparent text-dim hover:text-text"}`}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className="min-h-0 flex-1 overflow-y-auto px-6 py-5"
      >
        {children}
      </div>
    </>
  );
}
