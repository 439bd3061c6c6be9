import { type SayAny, seatSentences } from "@kestrel/i18n";
import type { CrewSeat } from "@kestrel/protocol/api";
import { useWords } from "../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { useAnswer } from "../session/use-answer.ts";

/** Lists the roles without a model, and those whose model is refused, each with the reason. */
export function EmptySeats({ crew }: { crew: readonly CrewSeat[] }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const state = useConsole(({ engine }) => engine?.state);
  const { value } = useAnswer(`${state} ${JSON.stringify(crew)}`, async () =>
    crew.length === 0
      ? undefined
      : (await store.client.call("refusedSeats", { body: { crew: [...crew] } })).refused,
  );
  return (
    <ul className="stack gap-1 text-ui text-dim">
      {seatSentences(crew, value ?? [], t as SayAny).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
