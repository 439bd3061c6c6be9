import { type ComponentType, lazy, Suspense } from "react";

/** Loads what is not needed for the first look; asked again after one that failed. */
const waiting: (() => Promise<unknown>)[] = [];

/**
 * A part of the console in a file of its own, loaded when it is first shown or after the first page is complete. A part that
 * cannot be loaded, for example after an update of the daemon, renders nothing: the frame shows the reason.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  waiting.push(load);
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) })); // expected: the frame says what happened
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...(props as Props & Record<string, unknown>)} />
    </Suspense>
  );
}

/** Fetches what is still to come, one after the other, so that a click finds it there. */
export async function loadTheRest(): Promise<void> {
  for (const load of waiting.splice(0)) await load().catch(() => undefined); // expected: it is asked for again where it is shown
}

const Nothing = () => null;
