import type { FastifyReply } from 'fastify'
import type { BaseContext } from '../platform/context/context.ts'
import { assetUrl } from './assets.ts'
import { type Html, html } from './html.ts'

/** One of the server's own pages. */
interface ServerPage {
  title: string
  /** `entry` is narrow and centered, `text` is for reading. */
  kind: 'entry' | 'text'
  body: Html
  /** Whether the page needs the log-in script. */
  script?: boolean
}

const LOGO = html`<svg viewBox="0 0 32 32" width="28" height="28" fill="none" aria-hidden="true"><circle cx="16" cy="16" r="12" stroke="currentColor" stroke-width="2"/><path d="M16 4v4M16 24v4M4 16h4M24 16h4" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><path d="m21.500 10.500-3.400 7.600-7.600 3.400 3.400-7.600z" fill="currentColor"/></svg>`

/** Sends one of the server's own pages: one style sheet, no inline script or style. */
export function sendPage(
  reply: FastifyReply,
  { config }: BaseContext,
  { title, kind, body, script = false }: ServerPage,
) {
  const page = html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${config.SITE_TITLE}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('page.css')}">
<script src="${assetUrl('early.js')}"></script>
${script && html`<script type="module" src="${assetUrl('login.js')}"></script>`}
</head>
<body class="${kind}">
<header><a class="brand" href="/">${LOGO}<span>${config.SITE_TITLE}</span></a></header>
<main>${body}</main>
<footer>
<nav aria-label="法律信息"><a href="/agreement">用户协议</a><a href="/privacy">隐私政策</a></nav>
<p>${config.SITE_COPYRIGHT ?? null}${config.SITE_ICP ? html` <a href="https://beian.miit.gov.cn/" rel="noopener noreferrer">${config.SITE_ICP}</a>` : null}</p>
</footer>
</body>
</html>`
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.html)
}
