import { useCallback, useState } from "react";
import { partInFocus } from "../ui/part-in-focus.ts";
import { useShortcut } from "../ui/use-shortcut.ts";
import { ShortcutSheet } from "./later-parts.ts";
// Not lazy: the text typed right after its shortcut belongs to it.
import { Palette } from "./palette.tsx";
import { go } from "./use-route.ts";

const newSession = () => go({ page: "draft" });
const toComposer = () =>
  partInFocus().querySelector<HTMLElement>("main textarea, textarea[data-message]")?.focus();

function toApproval(): void {
  const cards = [...partInFocus().querySelectorAll<HTMLElement>("[data-approval]")];
  const card = cards.find(({ dataset }) => dataset.approval === "docked") ?? cards[0];
  card?.scrollIntoView({ block: "nearest" });
  card?.focus();
}

/** Global shortcuts, and the sheets they open. */
export function GlobalKeys() {
  const [open, setOpen] = useState<"sheet" | "palette">();
  const showKeys = useCallback(() => setOpen("sheet"), []);
  const close = useCallback(() => setOpen(undefined), []);
  useShortcut("sheet", showKeys);
  useShortcut(
    "palette",
    useCallback(() => setOpen("palette"), []),
  );
  useShortcut("new", newSession);
  useShortcut("composer", toComposer);
  useShortcut("approval", toApproval);
  if (open === "sheet") return <ShortcutSheet onClose={close} />;
  if (open === "palette") return <Palette onClose={close} onKeys={showKeys} />;
  return null;
}
