import { useWords } from "../i18n/language.tsx";
import { Key } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { type Shortcut, shownKeys } from "../ui/use-shortcut.ts";

const everywhere = [
  "sheet",
  "palette",
  "new",
  "composer",
  "approval",
  "find",
  "beside",
  "inspector",
] as const satisfies readonly Shortcut[];

/** All shortcuts on one sheet. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <Sheet title={t("keys.title")} onClose={onClose}>
      <dl className="stack gap-2 p-4">
        {everywhere.map((name) => (
          <Line key={name} keys={shownKeys(name)} text={t(`keys.${name}`)} />
        ))}
        <Line keys={["Esc"]} text={t("keys.stop")} />
        <Line keys={["a", "s", "d"]} text={t("keys.allow")} />
        <Line keys={["Space", "←", "→", "Home", "End"]} text={t("keys.replay")} />
      </dl>
    </Sheet>
  );
}

function Line({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div className="flex items-center gap-4">
      <dd className="min-w-0 flex-1 text-dim">{text}</dd>
      <dt className="flex flex-none gap-1">
        {keys.map((key) => (
          <Key key={key} name={key} />
        ))}
      </dt>
    </div>
  );
}
