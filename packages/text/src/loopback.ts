/**
 * A backslash ends it as a slash does: whoever asks for the address reads it so. The host stands behind the last `@`, and nothing
 * but a port behind it.
 */
const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/\\?#]*@)?(\[[^\]]*\]|[^/\\?#:@[\]]*)(?::\d*)?(?=[/\\?#]|$)/i;
const ownNames = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])$/i;

/** Whether what is sent to this URL stays on this machine. Never true for what is no URL. */
export function isLoopback(url: string): boolean {
  const host = authority.exec(url)?.[1];
  return host !== undefined && ownNames.test(host);
}
