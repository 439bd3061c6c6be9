import { type ReactNode, useId } from "react";

type LabelledProps = {
  label: string;
  hint?: string;
  /** Renders the field, with the attributes that tie it to label and hint. */
  children: (ties: { id: string; "aria-describedby": string | undefined }) => ReactNode;
};

/** A field with its label and hint above it. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  const described = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="stack gap-1">
      <label htmlFor={id} className="text-ui font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={described} className="text-fine text-faint">
          {hint}
        </p>
      )}
      {children({ id, "aria-describedby": described })}
    </div>
  );
}
