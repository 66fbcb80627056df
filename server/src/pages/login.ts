import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../platform/context/context.ts'
import { serveAssets } from './assets.ts'
import { sendPage } from './frame.ts'
import { type Html, html } from './html.ts'
import { agreement, privacy } from './legal.ts'
import { safeReturnHash } from './return-hash.ts'
import { serveSso } from './sso.ts'
import { findVisitor } from './visitor.ts'

/** The messages for the values of `?error=`; any other value is ignored. */
const ERROR_MESSAGES = new Map([
  ['sso', '统一身份认证没有完成，请重试；仍不行时请联系管理员。'],
  [
    'cookie',
    '浏览器没有带回这次登录的凭据。可能是禁用了 Cookie、同时使用了 http 和 https 地址，或者等待超过了 10 分钟；请重新登录。',
  ],
  [
    'clocks',
    '统一身份认证没有完成：认证服务器与本站的时钟相差超过 30 秒。请联系管理员校准两台服务器的时间。',
  ],
  [
    'known',
    '统一身份认证中的邮箱已有本站账号。请先用密码登录那个账号（忘记密码或没有设置过时可以用邮箱重置），再到「设置」的「安全」里绑定统一身份认证。',
  ],
  ['disabled', '账号已被停用，请联系管理员。'],
])

/** Serves the log-in page, the agreement and the privacy policy, with their style sheet and scripts. */
export function serveLogin(base: BaseContext) {
  return (app: FastifyInstance): void => {
    serveAssets(app)
    serveSso(base)(app)
    app.get('/login', async (request, reply) => {
      const query = request.query as { return?: string; error?: string }
      const back = safeReturnHash(query.return)
      reply.header('cache-control', 'no-store')
      if (await findVisitor(base, request)) return reply.redirect(`/${back || '#/home'}`)
      const body = loginBody(base, back, ERROR_MESSAGES.get(query.error ?? ''))
      return sendPage(reply, base, { title: '登录', kind: 'entry', script: true, body })
    })
    app.get('/agreement', async (_request, reply) =>
      sendPage(reply, base, { title: '用户协议', kind: 'text', body: agreement(base.config.SITE_TITLE) }),
    )
    app.get('/privacy', async (_request, reply) =>
      sendPage(reply, base, { title: '隐私政策', kind: 'text', body: privacy(base.config.SITE_TITLE) }),
    )
  }
}

/** Returns the body of the log-in page: both forms, of which the script shows one, and the sign-ons. */
function loginBody({ providers, config }: BaseContext, back: string, error: string | undefined): Html {
  const { PUBLIC_URL: home = '' } = config
  // The institution redirects the browser to the public address, so the state's cookie has to be set there.
  const signOnLinks = providers.sso.map(
    ({ id, name }) =>
      html`<a class="button" href="${home}/sso/${id}/start?return=${encodeURIComponent(back)}">${name}登录</a>`,
  )
  return html`<div class="card">
<noscript><p class="note warn">登录需要启用 JavaScript。</p></noscript>
<p class="note warn" id="kept" role="status" hidden></p>
${error !== undefined && html`<p class="note bad" id="error" role="alert">${error}</p>`}
${loginForm(back, home)}
${signOnLinks.length > 0 && html`<div class="other"><p class="or"><span>或</span></p>${signOnLinks}</div>`}
<p class="aside" id="to-register">还没有账号？<a href="/#/register">注册</a></p>
${resetForm(signOnLinks.length > 0)}
</div>`
}

// The buttons are enabled by the script: without it a browser would send the password as an ordinary form.
function loginForm(back: string, home: string): Html {
  return html`<form id="login" method="post" data-return="${back}" data-home="${home}" novalidate>
<h1>登录</h1>
<p class="lead">检索文献，得到句句有出处的回答，整理自己和团队的资料</p>
<p class="note bad" role="alert" hidden></p>
<label for="account">账号、邮箱或手机号</label>
<input id="account" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" aria-describedby="account-issue" required autofocus>
${issueElement('account', 'account')}
<div class="labels"><label for="password">密码</label><a href="#forgot" class="quiet">忘记密码</a></div>
${passwordField('password', 'current-password')}
<button class="primary" type="submit" disabled>登录</button>
</form>`
}

/** @param hasSignOn whether accounts may be linked to a sign-on, which a reset can then undo. */
function resetForm(hasSignOn: boolean): Html {
  return html`<form id="reset" method="post" hidden novalidate>
<h1>重置密码</h1>
<p class="lead">验证码会发到注册时的邮箱或手机；重置后所有设备都需要重新登录，访问令牌也会撤销。</p>
<p class="note" role="alert" hidden></p>
<label for="target">邮箱或手机号</label>
<div class="joined"><input id="target" name="target" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" aria-describedby="target-issue" required>
<button type="button" id="send" disabled>发送验证码</button></div>
${issueElement('target', 'target')}
<label for="code">验证码</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="code-issue" required>
${issueElement('code', 'code')}
<label for="new-password">新密码</label>
${passwordField('new-password', 'new-password', '至少 10 位，不要使用常见密码')}
${hasSignOn && html`<label class="tick"><input type="checkbox" name="end_sign_ons" value="true"> 同时解除统一身份认证与这个账号的关联</label>`}
<button class="primary" type="submit" disabled>设置新密码</button>
<p class="aside"><a href="#">返回登录</a></p>
</form>`
}

/** Returns the element for the issue of a field. */
function issueElement(id: string, name: string): Html {
  return html`<p class="issue" id="${id}-issue" data-for="${name}" hidden></p>`
}

/** Returns a password input with its button to show it, its rule if it has one, and its hints. */
function passwordField(id: string, autocomplete: string, rule?: string): Html {
  const described_by = `${id}-caps ${id}-issue${rule === undefined ? '' : ` ${id}-rule`}`
  return html`<div class="joined"><input id="${id}" name="password" type="password" autocomplete="${autocomplete}" maxlength="128" aria-describedby="${described_by}" required>
<button type="button" class="show" data-shows="${id}" aria-label="显示密码" disabled>显示</button></div>
${rule !== undefined && html`<p class="rule" id="${id}-rule">${rule}</p>`}
<p class="hint" id="${id}-caps" role="status"></p>
${issueElement(id, 'password')}`
}
