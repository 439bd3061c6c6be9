/** The part of a browser's service workers that matters here. */
type Workers = Pick<ServiceWorkerContainer, "controller" | "getRegistrations">;

/**
 * Kestrel has no service worker; one that is there was left at this address by another program, and it would read and
 * answer whatever this page asks. Removes every one. True when one stood between this page and the daemon: then nothing
 * secret may be sent before the page was loaded anew.
 */
export async function removeForeignWorkers(
  workers: Workers | undefined = navigator.serviceWorker,
): Promise<boolean> {
  if (!workers) return false;
  const controlled = workers.controller !== null;
  const registrations = await workers.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  return controlled;
}
