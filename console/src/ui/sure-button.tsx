import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";

type SureButtonProps = {
  question: string;
  yes: string;
  no: string;
  onSure: () => void;
  children: ReactNode;
};

/** A button that asks for confirmation before a destructive action. The cancelling answer has the focus. */
export function SureButton({ question, yes, no, onSure, children }: SureButtonProps) {
  const [asks, setAsks] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(asks);
  useEffect(() => {
    if (shown.current !== asks) box.current?.querySelector("button")?.focus();
    shown.current = asks;
  }, [asks]);
  return (
    <fieldset
      ref={box}
      aria-label={asks ? question : undefined}
      className="flex flex-wrap items-center gap-2 text-ui"
    >
      {asks ? (
        <>
          <span>{question}</span>
          <Button onClick={() => setAsks(false)}>{no}</Button>
          <Button
            look="danger"
            onClick={() => {
              setAsks(false);
              onSure();
            }}
          >
            {yes}
          </Button>
        </>
      ) : (
        <Button look="danger" onClick={() => setAsks(true)}>
          {children}
        </Button>
      )}
    </fieldset>
  );
}
