import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "./button.tsx";

const places = {
  centre: "m-auto w-[min(34rem,calc(100vw-2rem))] max-h-[80dvh] rounded-large",
  left: "mr-auto ml-0 h-dvh max-h-dvh w-[min(19rem,88vw)]",
  right: "mr-0 ml-auto h-dvh max-h-dvh w-[min(22rem,92vw)]",
} as const;

type SheetProps = { title: string; place?: keyof typeof places; onClose: () => void; children: ReactNode };

/** A modal dialog. Escape and a click outside close it; the focus returns to its former element. */
export function Sheet({ title, place = "centre", onClose, children }: SheetProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while still in the DOM: only then does the browser move the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape closes the dialog for the keyboard
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`sheet overflow-hidden border border-line bg-paper p-0 text-text shadow-3 ${places[place]}`}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <header className="flex h-14 flex-none items-center justify-between border-b border-soft pr-3 pl-5">
          <h2 className="text-title font-semibold">{title}</h2>
          <IconButton icon="close" label={t("app.close")} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </dialog>
  );
}
