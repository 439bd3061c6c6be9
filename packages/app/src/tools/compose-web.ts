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

/** The web tools that are enabled now; when none is, sessions have no web entry. Makes no connection. */
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

/** A configured SearXNG takes precedence, with or without a key. */
function webSettings(values: Config["values"]): WebSettings {
  const url = values["web.search_url"];
  const variable = values["web.search_key_env"];
  const key = variable === undefined ? undefined : process.env[variable];
  const fetch = values["web.fetch"] === "on";
  if (url !== undefined) return { fetch, search: { kind: "searxng", url } };
  if (key) return { fetch, search: { kind: "brave", key } };
  return { fetch, ...(variable !== undefined && { keyMissing: true }) };
}

/** All addresses of a name, as the system resolves it, its hosts file included. */
const resolve: Resolver = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
