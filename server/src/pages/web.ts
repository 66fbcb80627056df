import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { setContentSecurityPolicy } from '../platform/http/headers.ts'

/** What the built page has in place of the nonce of its inline script. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Serves the built web application: its page with a new nonce each time, hashed files as immutable. */
export function serveWeb(root: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const page = readFileSync(join(root, 'index.html'), 'utf8')
    await app.register(staticFiles, {
      root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/', async (_request, reply) => {
      const nonce = setContentSecurityPolicy(reply)
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page.replaceAll(NONCE_PLACEHOLDER, nonce))
    })
  }
}
