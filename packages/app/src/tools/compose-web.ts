import { lookup } from "node:dns";
import type { CapabilitySource } from "@kestrel/core";
import type { WebAccess } from "@kestrel/daemon";
import type { Config } from "@kestrel/store";
import {
  listWebTools,
  type Resolver,
  trySearch,
  type WebParts,
  type WebSettings,
  webSource,
} from "@kestrel/web";
import { programFiles } from "../machine/program-files.ts";

export type WebHere = { access: WebAccess; source: CapabilitySource };

/** The web, as far as the user turned it on by then; without that no session knows of it. Nothing is reached by being composed. */
export function composeWeb({ values }: Config, { keepOutput }: Pick<WebParts, "keepOutput">): WebHere {
  const settings = () => webSettings(values);
  const access: WebAccess = {
    list: async () => listWebTools(settings()),
    trySearch: () => trySearch(settings(), resolve),
  };
  const source = webSource({
    settings,
    ownHosts: values["web.own_hosts"] ?? [],
    resolve,
    readerProgram: programFiles().pageReader,
    keepOutput,
  });
  return { access, source };
}

/** A SearXNG that is named is the one that is asked, key or not. */
function webSettings(values: Config["values"]): WebSettings {
  const url = values["web.search_url"];
  const variable = values["web.search_key_env"];
  const key = variable === undefined ? undefined : process.env[variable];
  const fetch = values["web.fetch"] === "on";
  if (url !== undefined) return { fetch, search: { kind: "searxng", url } };
  if (key) return { fetch, search: { kind: "brave", key } };
  return { fetch, ...(variable !== undefined && { keyMissing: true }) };
}

/** Every address that the system knows for a name, its own files included. */
const resolve: Resolver = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
