import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../platform/context/context.ts'
import { renderSharedPage } from '../research/index.ts'
import { sendPage } from './frame.ts'
import { html } from './html.ts'

/** Permits nothing but inline style: a report has no script and no form, and loads nothing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const EXPIRED_PAGE = html`<div class="card">
<h1>链接已经失效</h1>
<p class="note warn">这份报告不存在，或者分享已经收回、到期。请向分享给您的人要一个新的链接。</p>
</div>`

/** Serves shared reports to anybody with their address, and keeps search engines from indexing them. */
export function serveShared(base: BaseContext) {
  return (app: FastifyInstance): void => {
    app.get('/share/:token', async (request, reply) => {
      const { token } = request.params as { token: string }
      reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
      const page = await renderSharedPage(base, token)
      if (page === null)
        return sendPage(reply.code(404), base, { title: '链接已经失效', kind: 'entry', body: EXPIRED_PAGE })
      return reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': CONTENT_SECURITY_POLICY })
        .type('text/html; charset=utf-8')
        .send(page)
    })
  }
}
