/** A backslash ends it like a slash, as in URL parsers. The host follows the last `@`, optionally with a port. */
const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/\\?#]*@)?(\[[^\]]*\]|[^/\\?#:@[\]]*)(?::\d*)?(?=[/\\?#]|$)/i;
const ownNames = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])$/i;

/** Whether a request to this URL stays on this machine. Never true for an invalid URL. */
export function isLoopback(url: string): boolean {
  const host = authority.exec(url)?.[1];
  return host !== undefined && ownNames.test(host);
}
