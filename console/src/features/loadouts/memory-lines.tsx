import type { MemoryBill } from "@kestrel/session-state";
import { useWords } from "../../i18n/language.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

/** The memory need of a draft's models: all values are estimates. */
export function MemoryLines({ bill }: { bill: MemoryBill }) {
  const { t, numbers } = useWords();
  const say = useLoadoutWords();
  const { shares, total, whole } = bill;
  const window = (tokens?: number) => (tokens === undefined ? "?" : numbers.window(tokens));
  return (
    <div data-memory="">
      <h2 className="text-fine font-semibold text-faint">{say("memory.title")}</h2>
      {shares.every(({ seat }) => seat !== "lead") && (
        <p className="mt-1 text-ui text-dim">{say("memory.inUse")}</p>
      )}
      {shares.length > 0 && (
        <dl className="tabular mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 text-ui">
          {shares.map(({ seat, name, window: size, bytes }) => (
            <div key={seat} className="contents">
              <dt className="text-dim [overflow-wrap:anywhere]">
                {t(`crew.role.${seat}`)}{" "}
                <span className="text-fine text-faint">
                  <VisibleText text={say("memory.share", { name, window: window(size) })} />
                </span>
              </dt>
              <dd className="text-right">
                {bytes === undefined ? say("memory.unknown") : `~${numbers.bytes(bytes)}`}
              </dd>
            </div>
          ))}
          <div className="contents font-medium">
            <dt>{say("memory.total")} </dt>
            <dd className="text-right">~{numbers.bytes(total)}</dd>
          </div>
        </dl>
      )}
      {!whole && <p className="text-fine text-faint">{say("memory.part")}</p>}
    </div>
  );
}
