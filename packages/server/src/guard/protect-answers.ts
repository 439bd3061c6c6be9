import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A page that the console may frame. */
    framed?: boolean;
  }
}

/** A page may load only from its own origin. No inline script, no foreign image, no string turned into markup; it may frame the preview. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
} as const;

/**
 * Sets the protective headers on every answer. A page may set its own content security policy. Only assets, whose names change with their
 * content, are cached.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    const { framed } = request.routeOptions.config;
    const own = reply.getHeader("content-security-policy");
    reply.headers(headers);
    if (own !== undefined) reply.header("content-security-policy", own);
    if (framed) reply.header("x-frame-options", "SAMEORIGIN");
    const asset = /^\/(?:help\/)?assets\//.test(request.url) && reply.statusCode < 400;
    reply.header("cache-control", asset ? "public, max-age=31536000, immutable" : "no-store");
  });
}

/** The same headers for answers written past Fastify. */
export function protectedHeaders(): Record<string, string> {
  return { ...headers, "cache-control": "no-store" };
}
