import {
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { SavedLogin } from "./messages.ts";

type LoginParts = {
  redirectUrl: string;
  /** The OAuth `state`. It is compared when the browser comes back. */
  state: string;
  saved: SavedLogin;
  /** The issuer of this login. When set, Kestrel registers with no other issuer and saves nothing from another. */
  issuer?: string;
  /** Called with the login to save after each change. */
  changed(saved: SavedLogin): void;
  /** Where the person says yes. Never called where nothing waits for them. */
  authorize(url: URL): void;
};

/** What the official client asks about a login: it registers Kestrel as a native program without a secret, and keeps its answers by who issued them. */
export class LoginProvider implements OAuthClientProvider {
  readonly #parts: LoginParts;
  #saved: SavedLogin;
  #verifier = "";

  constructor(parts: LoginParts) {
    this.#parts = parts;
    this.#saved = parts.saved;
  }

  get redirectUrl(): string {
    return this.#parts.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Kestrel",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    };
  }

  state(): string {
    return this.#parts.state;
  }

  clientInformation(context?: OAuthClientInformationContext) {
    // Asked before anything is registered: a server that names another issuer ends no login that is there.
    this.#stays(context?.issuer);
    return issuedBy(this.#saved.client as StoredOAuthClientInformation | undefined, context);
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#stays(client.issuer);
    this.#keep({ ...this.#saved, client: { ...client } });
  }

  tokens(context?: OAuthClientInformationContext) {
    return issuedBy(this.#saved.tokens as StoredOAuthTokens | undefined, context);
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#stays(tokens.issuer);
    this.#keep({ ...this.#saved, tokens: { ...tokens } });
  }

  redirectToAuthorization(url: URL): void {
    this.#parts.authorize(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (scope === "all") this.#keep({});
    if (scope === "client") this.#keep({ tokens: this.#saved.tokens });
    if (scope === "tokens") this.#keep({ client: this.#saved.client });
  }

  #stays(issuer: string | undefined): void {
    const { issuer: own } = this.#parts;
    if (own !== undefined && issuer !== undefined && issuer !== own)
      throw new UnauthorizedError(`the login is of ${own}, and ${issuer} is named now`);
  }

  #keep(saved: SavedLogin): void {
    this.#saved = saved;
    this.#parts.changed(saved);
  }
}

/** What one server issued is shown to no other. */
function issuedBy<Stored extends { issuer?: string }>(
  stored: Stored | undefined,
  context: OAuthClientInformationContext | undefined,
): Stored | undefined {
  return context && stored?.issuer !== context.issuer ? undefined : stored;
}
