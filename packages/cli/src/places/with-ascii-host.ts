/** An address, behind it in brackets its host as it is really asked where that has letters that can be taken for others (UTS 46). */
export function withAsciiHost(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return host.includes("xn--") && !address.includes(host) ? `${address} (${host})` : address;
}
