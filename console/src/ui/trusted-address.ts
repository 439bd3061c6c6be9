type Policy = { createScriptURL(url: string): string };
type Policies = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

let policy: Policy | undefined;

/** The address of a worker of this bundle: the page's Trusted Types policy requires addresses from a policy of ours. */
export function trustedAddress(address: string): string {
  policy ??= (globalThis as Policies).trustedTypes?.createPolicy("kestrel-worker", {
    createScriptURL: (url) => url,
  });
  return policy?.createScriptURL(address) ?? address;
}
