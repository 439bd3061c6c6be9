export const web = {
  "web.title": "Web",
  "web.text":
    "Reading pages and searching, for the model. Off until you turn it on; then each call asks by its host, and a rule such as `host: docs.example.org` lets one through. Pages on this machine or a private net are never read unless own_hosts names them.",
  "web.try": "Try the search",
} as const;
