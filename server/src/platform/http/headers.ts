import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Returns the Content Security Policy with the nonce of one reply, which only our own styles may carry. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** Random bytes of a nonce of the content security policy. */
const NONCE_BYTES = 16

/** Sets the policy of an HTML reply and returns the nonce for its style elements. */
export function setContentSecurityPolicy(reply: FastifyReply): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  reply.header('content-security-policy', contentSecurityPolicy(nonce))
  return nonce
}

/** Headers of every reply; a page replaces the policy, whose nonce no style here carries. */
const STATIC_HEADERS = {
  'content-security-policy': contentSecurityPolicy('none'),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Two years, as browsers' preload lists require. */
const HSTS_MAX_AGE_S = 63_072_000

/** Returns the security headers of a reply (OWASP ASVS 5.0 V3.4); HSTS only when the public URL is https. */
export function securityHeaders(public_url: string | undefined): Record<string, string> {
  return public_url?.startsWith('https:')
    ? { ...STATIC_HEADERS, 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}; includeSubDomains` }
    : STATIC_HEADERS
}

/** Adds the security headers and the request id to every reply of a server. */
export function addSecurityHeaders(app: FastifyInstance, public_url: string | undefined): void {
  const headers = securityHeaders(public_url)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    done()
  })
}
