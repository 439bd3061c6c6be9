import type { Failure } from "@kestrel/protocol";
import type { ListedLoadout } from "@kestrel/protocol/api";
import { useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { LongWords } from "./long-words.tsx";

type LoadoutFileProps = { listed: ListedLoadout; onRemoved: () => void };

/** The text of a loadout's file with nothing hidden, where to edit it, and a button to remove it. */
export function LoadoutFile({ listed: { name, file, from }, onRemoved }: LoadoutFileProps) {
  const say = useLoadoutWords();
  const { client } = useConsoleStore();
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const failed = (thrown: unknown) => setFailure(failureOf(thrown));
  const read = () => {
    setFailure(undefined);
    client.call("readLoadout", { body: { name } }).then((answer) => setText(answer.text), failed);
  };
  const remove = () => {
    setFailure(undefined);
    client.call("removeLoadout", { body: { name } }).then(onRemoved, failed);
  };
  return (
    <div className="stack gap-2">
      {text !== undefined && (
        <div>
          <p className="text-fine text-faint [overflow-wrap:anywhere]">
            <VisibleText text={say("file.where", { file })} />
          </p>
          <LongWords
            text={text}
            className="mt-1 rounded-control border border-line bg-paper px-3 py-2 font-mono text-fine"
          />
        </div>
      )}
      <FailureLine failure={failure} className="text-ui" />
      <div className="flex flex-wrap gap-2">
        <Button onClick={text === undefined ? read : () => setText(undefined)}>
          {say(text === undefined ? "file.show" : "file.hide")}
        </Button>
        {from === "user" && (
          <SureButton
            question={say("file.remove.ask", { name })}
            yes={say("file.remove.yes")}
            no={say("file.remove.no")}
            onSure={remove}
          >
            {say("file.remove")}
          </SureButton>
        )}
      </div>
    </div>
  );
}
