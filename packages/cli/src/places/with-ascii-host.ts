/** An address, followed by its host's ASCII form (UTS 46) in brackets when the host has characters that resemble others. */
export function withAsciiHost(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return host.includes("xn--") && !address.includes(host) ? `${address} (${host})` : address;
}
