import { type ComponentType, lazy, Suspense } from "react";

/** Lazy modules not needed for the first render; a failed load is retried. */
const waiting: (() => Promise<unknown>)[] = [];

/**
 * A part of the console in a file of its own, loaded when it is first shown or after the first page is complete. A part that
 * cannot be loaded, for example after an update of the daemon, renders nothing: the frame shows the reason.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  waiting.push(load);
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) })); // expected: the frame reports it
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...(props as Props & Record<string, unknown>)} />
    </Suspense>
  );
}

/** Preloads the remaining modules one after the other, so that a click finds them loaded. */
export async function loadTheRest(): Promise<void> {
  for (const load of waiting.splice(0)) await load().catch(() => undefined); // expected: it is loaded again when shown
}

const Nothing = () => null;
