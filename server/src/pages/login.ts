import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BaseContext } from '../context.ts'
import { serveAssets } from './assets.ts'
import { sendPage } from './frame.ts'
import { type Html, html } from './html.ts'
import { agreement, privacy } from './legal.ts'
import { serveSso } from './sso.ts'
import { wayBack } from './way-back.ts'

/** What `?error=` may name; anything else is not shown. */
const ERRORS: Record<string, string> = {
  sso: '统一身份认证没有完成，请重试；仍不行时请联系管理员。',
  disabled: '账号已被停用，请联系管理员。',
}

/** Serves the log-in page, the agreement and the privacy policy, with their style and scripts. */
export function serveLogin(base: BaseContext) {
  return (app: FastifyInstance): void => {
    serveAssets(app)
    serveSso(base)(app)
    app.get('/login', async (request, reply) =>
      sendPage(reply, base, { title: '登录', kind: 'entry', script: true, body: loginBody(base, request) }),
    )
    app.get('/agreement', async (_request, reply) =>
      sendPage(reply, base, { title: '用户协议', kind: 'text', body: agreement(base.config.SITE_TITLE) }),
    )
    app.get('/privacy', async (_request, reply) =>
      sendPage(reply, base, { title: '隐私政策', kind: 'text', body: privacy(base.config.SITE_TITLE) }),
    )
  }
}

function loginBody({ providers }: BaseContext, request: FastifyRequest): Html {
  const query = request.query as { return?: string; error?: string }
  const back = wayBack(query.return)
  const error = ERRORS[query.error ?? '']
  const signOn = providers.sso.map(
    ({ id, name }) =>
      html`<a class="button" href="/sso/${id}/start?return=${encodeURIComponent(back)}">${name}登录</a>`,
  )
  return html`
<noscript><p class="note warn">登录需要启用 JavaScript。</p></noscript>
<p class="note warn" id="kept" role="status" hidden></p>
${error !== undefined && html`<p class="note bad" role="alert">${error}</p>`}
${loginForm(back)}
${signOn.length > 0 && html`<div class="other"><p class="or"><span>或</span></p>${signOn}</div>`}
<p class="aside" id="to-register">还没有账号？<a href="/#/register">注册</a></p>
${resetForm()}`
}

function loginForm(back: string): Html {
  return html`<form id="login" data-return="${back}" novalidate>
<h1>登录</h1>
<p class="note bad" role="alert" hidden></p>
<label for="account">账号、邮箱或手机号</label>
<input id="account" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<p class="issue" data-for="account" hidden></p>
<div class="labels"><label for="password">密码</label><a href="#forgot" class="quiet">忘记密码</a></div>
${passwordField('password', 'current-password')}
<button class="primary" type="submit">登录</button>
</form>`
}

function resetForm(): Html {
  return html`<form id="reset" hidden novalidate>
<h1>重置密码</h1>
<p class="lead">验证码会发到注册时的邮箱或手机；重置后所有设备都需要重新登录。</p>
<p class="note" role="alert" hidden></p>
<label for="target">邮箱或手机号</label>
<div class="joined"><input id="target" name="target" autocomplete="email" autocapitalize="none" spellcheck="false" required>
<button type="button" id="send">发送验证码</button></div>
<p class="issue" data-for="target" hidden></p>
<label for="code">验证码</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<p class="issue" data-for="code" hidden></p>
<label for="new-password">新密码</label>
${passwordField('new-password', 'new-password')}
<button class="primary" type="submit">设置新密码</button>
<p class="aside"><a href="#">返回登录</a></p>
</form>`
}

function passwordField(id: string, autocomplete: string): Html {
  return html`<div class="joined"><input id="${id}" name="password" type="password" autocomplete="${autocomplete}" maxlength="128" required>
<button type="button" class="show" data-shows="${id}" aria-pressed="false">显示</button></div>
<p class="hint" data-caps="${id}" hidden>大写锁定已打开</p>
<p class="issue" data-for="password" hidden></p>`
}
