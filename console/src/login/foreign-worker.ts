/** The parts of the service worker API that are used. */
type Workers = Pick<ServiceWorkerContainer, "controller" | "getRegistrations">;

/**
 * Kestrel has no service worker; an existing one was left at this address by another program, and could read and answer every request of
 * this page. Removes all. Returns true when one controlled this page: then nothing secret may be sent before a reload.
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
