import { leftOut } from "./left-out.ts";
import { jsonOrNothing } from "./parse-json.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { isSecretName, isSecretNumber } from "./secret-names.ts";

/** A string, possibly cut at the end of the text, a mark, or a number or word between them. */
const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Redacts secrets in a call's arguments. In JSON, even cut or damaged, the value of a name that announces a secret is removed whole, each
 * string is redacted as text (possibly nested JSON), and everything else stays byte for byte. Linear in the text.
 */
export function redactArguments(text: string, known: readonly string[] = []): string {
  if (!/^\s*[[{"]/.test(text)) return redactSecrets(text, known);
  const clean = withoutValues(text, known);
  return jsonOrNothing(text) === undefined ? redactSecrets(clean, known) : clean;
}

/** The container being read: an object or a list, and whether the name before it announced a secret. */
type Container = { names: boolean; secret: boolean; wantsName: boolean };

function withoutValues(text: string, known: readonly string[]): string {
  const containers: Container[] = [];
  let name = "";
  return text.replace(tokens, (token) => {
    const within = containers.at(-1);
    switch (token[0]) {
      case "{":
      case "[": {
        const names = token === "{";
        containers.push({ names, secret: within?.secret || isSecretName(name), wantsName: names });
        name = "";
        return token;
      }
      case "}":
      case "]":
        containers.pop();
        return token;
      case ",":
        if (within) within.wantsName = within.names;
        name = "";
        return token;
      case ":":
        return token;
      case '"': {
        const [said, end] = readString(token);
        if (said === undefined) return token;
        const isName = within?.wantsName === true;
        if (isName) {
          name = said;
          within.wantsName = false;
        }
        const secret = !isName && said !== "" && (within?.secret || isSecretName(name));
        const clean = secret ? leftOut : redactArguments(said, known);
        return clean === said ? token : JSON.stringify(clean).slice(0, end);
      }
      default:
        return /^[-\d]/.test(token) && (within?.secret || isSecretNumber(name)) ? `"${leftOut}"` : token;
    }
  });
}

/** A JSON string's content; for a cut one the available part and where it ends without a closing quote. */
function readString(token: string): [said: string | undefined, end?: number] {
  const whole = jsonOrNothing(token);
  if (typeof whole === "string") return [whole];
  const cut = jsonOrNothing(`${token}"`) ?? jsonOrNothing(`${token.replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"`);
  return [typeof cut === "string" ? cut : undefined, -1];
}
