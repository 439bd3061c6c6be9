import type { Failure } from "@kestrel/protocol";
import type { LeavingPlace } from "@kestrel/protocol/api";
import { useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

type AcceptedPlacesProps = {
  places: readonly LeavingPlace[];
  /** Why the accepted endpoints could not be read. */
  unreadable: Failure | undefined;
  onForgotten: () => void;
};

/** Lists the remote endpoints that the user accepted for loadouts from elsewhere, each with a button to revoke it. */
export function AcceptedPlaces({ places, unreadable, onForgotten }: AcceptedPlacesProps) {
  const say = useLoadoutWords();
  const { client } = useConsoleStore();
  const [told, setTold] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const forget = (url: string) =>
    void client.call("forgetPlace", { body: { url } }).then(
      ({ stillNamedBy }) => {
        setFailure(undefined);
        const names = stillNamedBy.join(", ");
        setTold(names === "" ? say("places.forgotten", { url }) : say("places.stillNamed", { url, names }));
        onForgotten();
      },
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  const urls = [...new Set(places.map(({ url }) => url))];
  return (
    <section aria-label={say("places.title")} className="mt-8 text-ui empty:hidden">
      {(urls.length > 0 || unreadable) && (
        <>
          <h2 className="text-h3 font-semibold">{say("places.title")}</h2>
          <p className="text-dim">{say("places.text")}</p>
        </>
      )}
      {unreadable && <FailureText failure={unreadable} />}
      <ul className="mt-2 empty:hidden">
        {urls.map((url) => (
          <li key={url} className="flex flex-wrap items-center gap-2 border-b border-line py-2">
            <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">
              <VisibleText text={url} />
              {places
                .filter((one) => one.url === url && one.key !== undefined)
                .map(({ key = "" }) => (
                  <span key={key} className="block text-fine text-faint">
                    <VisibleText text={say("places.key", { key })} />
                  </span>
                ))}
            </span>
            <Button look="danger" aria-label={say("places.forget.this", { url })} onClick={() => forget(url)}>
              {say("places.forget")}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-dim [overflow-wrap:anywhere] empty:hidden">
        {told && <VisibleText text={told} />}
      </p>
      {failure && <FailureText failure={failure} />}
    </section>
  );
}
