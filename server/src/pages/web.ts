import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../platform/context/context.ts'
import { setContentSecurityPolicy } from '../platform/http/headers.ts'
import { sendPage } from './frame.ts'
import { html } from './html.ts'

/** What the built page has in place of the nonce of its inline script. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * Serves the built web application: its page with a new nonce each time, hashed files as immutable. Where it has not
 * been built, a page says so.
 *
 * @param root the folder with the build, such as `web/dist`.
 */
export function serveWeb(base: BaseContext, root: string) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!existsSync(join(root, 'index.html'))) return serveUnbuilt(base, app)
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

function serveUnbuilt(base: BaseContext, app: FastifyInstance): void {
  const body = html`<h1>网页还没有构建</h1>
<p>服务器在运行，但没有找到网页应用的文件。请在安装目录运行 <code>npm run build -w web</code>，再重新启动。</p>`
  app.get('/', (_request, reply) =>
    sendPage(reply.status(503), base, { title: '网页还没有构建', kind: 'text', body }),
  )
}
