import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

type TickListProps = {
  label: string;
  items: readonly { name: string; line?: string; tokens: number }[];
  ticked: readonly string[];
  onTick: (names: string[]) => void;
};

/** Names with checkboxes, each with its approximate cost. */
export function TickList({ label, items, ticked, onTick }: TickListProps) {
  const say = useLoadoutWords();
  if (items.length === 0) return <p className="text-ui text-faint">{say("new.none")}</p>;
  const turn = (name: string) =>
    onTick(
      items
        .map((item) => item.name)
        .filter((one) => (one === name ? !ticked.includes(one) : ticked.includes(one))),
    );
  return (
    <fieldset className="stack gap-0.5">
      <legend className="sr-only">{label}</legend>
      {items.map(({ name, line, tokens }) => (
        <label
          key={name}
          className="flex items-baseline gap-3 rounded-control px-2 py-1 text-ui hover:bg-hover"
        >
          <input type="checkbox" checked={ticked.includes(name)} onChange={() => turn(name)} />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="font-mono text-fine">
              <VisibleText text={name} />
            </span>{" "}
            {line && (
              <span className="text-dim">
                <VisibleText text={line} />
              </span>
            )}
          </span>
          <span className="tabular flex-none text-fine text-faint">{say("new.item", { tokens })}</span>
        </label>
      ))}
    </fieldset>
  );
}
