import type { Engine } from "@kestrel/core";
import type { EngineStatus, ModelFacts } from "@kestrel/protocol";
import { createStatusBoard } from "./status-board.ts";

/** The same engine, whose status also tells what its server says of the model. It is asked once in each life, and nothing waits for it. */
export function showModel(engine: Engine, facts: () => Promise<ModelFacts>): Engine {
  const board = createStatusBoard({});
  let model: ModelFacts | undefined;
  let asked: symbol | undefined;

  const learn = async (life: symbol) => {
    const told = await facts().catch(() => undefined);
    // The engine went meanwhile; the next one may have another model.
    if (asked !== life || told === undefined) return;
    model = told;
    board.show({ ...engine.status(), model });
  };
  engine.watch((status) => {
    const there = answers(status);
    if (!there) {
      model = undefined;
      asked = undefined;
    }
    board.show({ ...status, model });
    if (!there || asked) return;
    asked = Symbol();
    void learn(asked);
  });

  return {
    status: board.current,
    watch: board.watch,
    ready: (cancel) => engine.ready(cancel),
    stop: () => engine.stop(),
  };
}

const answers = ({ state }: EngineStatus) => state === "ready" || state === "busy";
