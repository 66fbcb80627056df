// @ts-check
// The log-in page's own script. It is served as it is, without comments, and imports nothing.

/**
 * @typedef {{ code: number, data: unknown, message: string }} CallResponse
 *   the response of a call: `code` is the HTTP status, 0 without a connection
 * @typedef {{ problem?: string, issues?: { path: string, message: string }[], retry_after?: number } | null} Refusal
 *   the data of a refused call; `retry_after` is in seconds
 */

/** Key in the session storage of the time of the last log-in, ms since 1970. */
const LOGGED_IN_AT_KEY = 'scinav.logged-in-at'
/** A return to this page within this time after a log-in means that the session was lost. */
const LOST_SESSION_WINDOW_MS = 10_000
const CALL_TIMEOUT_MS = 60_000
/** Pause before another code may be sent, as the server requires. */
const RESEND_PAUSE_S = 60
const COUNTDOWN_STEP_MS = 250

/**
 * Returns the first element of a class; null when there is none.
 * @template {Element} E
 * @param {new () => E} type
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E | null}
 */
function findElement(type, selector, within = document) {
  const found = within.querySelector(selector)
  return found instanceof type ? found : null
}

/**
 * Sends one call; a broken connection yields a response with code 0.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<CallResponse>}
 */
async function post(path, body) {
  const headers = { 'content-type': 'application/json', 'x-login-type': 'front' }
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    return await response.json()
  } catch {
    return { code: 0, data: null, message: '连接不上服务器，请检查网络后重试' }
  }
}

/**
 * Shows a text, or hides the element when it is ''; `kind` is a class of notes: good, warn or bad.
 * @param {HTMLElement | null} element
 * @param {string} text
 * @param {string} [kind]
 */
function showMessage(element, text, kind = '') {
  if (!element) return
  element.textContent = text
  element.hidden = text === ''
  if (element.classList.contains('note')) element.className = `note ${kind}`
}

/** @param {HTMLFormElement} form */
function clearFaults(form) {
  const notes = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.note, .issue'))
  for (const element of notes) showMessage(element, '')
  for (const input of form.querySelectorAll('input')) input.removeAttribute('aria-invalid')
}

/**
 * Shows each issue at its field and the others above the form, and focuses the first invalid field.
 * @param {HTMLFormElement} form
 * @param {CallResponse} response
 */
function showRefusal(form, { data, message }) {
  const { issues = [] } = /** @type {Refusal} */ (data) ?? {}
  const elsewhere = issues.filter((issue) => !showIssue(form, issue.path, issue.message))
  if (issues.length === 0) showMessage(findElement(HTMLElement, '.note', form), message, 'bad')
  else if (elsewhere.length > 0)
    showMessage(
      findElement(HTMLElement, '.note', form),
      elsewhere.map((issue) => issue.message).join('；'),
      'bad',
    )
  findElement(HTMLInputElement, '[aria-invalid]', form)?.focus()
}

/** @param {CallResponse} response */
const secondsToWait = ({ data }) => /** @type {Refusal} */ (data)?.retry_after ?? 0

/**
 * Shows an issue at its field; returns false when the form has no such field.
 * @param {HTMLFormElement} form
 * @param {string} path
 * @param {string} message
 */
function showIssue(form, path, message) {
  const element = findElement(HTMLElement, `.issue[data-for="${CSS.escape(path)}"]`, form)
  const input = findElement(HTMLInputElement, `input[name="${CSS.escape(path)}"]`, form)
  if (!element || !input) return false
  showMessage(element, message)
  input.setAttribute('aria-invalid', 'true')
  return true
}

/**
 * Formats a wait: in seconds below a minute and a half, in minutes below an hour and a half, else in hours.
 * @param {number} seconds
 */
function formatWait(seconds) {
  if (seconds < 90) return `${seconds} 秒`
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3_600)} 小时`
}

/**
 * Disables a button for some seconds and shows the countdown on it; changing the field it is about enables it at once.
 * @param {HTMLButtonElement} button
 * @param {number} seconds
 * @param {HTMLInputElement | null} field
 */
function disableFor(button, seconds, field) {
  const label = button.dataset.label ?? button.textContent ?? ''
  const value = field?.value
  const end = Date.now() + seconds * 1_000
  button.dataset.label = label
  const tick = () => {
    const remaining_s = field?.value === value ? Math.ceil((end - Date.now()) / 1_000) : 0
    button.disabled = remaining_s > 0
    button.textContent = remaining_s > 0 ? `${formatWait(remaining_s)}后可重试` : label
    if (remaining_s > 0) setTimeout(tick, COUNTDOWN_STEP_MS)
  }
  tick()
}

/**
 * Runs `work` on submit, one at a time: the button stays disabled until `work` calls `disableFor`.
 * @param {HTMLFormElement} form
 * @param {(fields: Record<string, string>, button: HTMLButtonElement) => Promise<void>} work
 */
function onSubmit(form, work) {
  const button = findElement(HTMLButtonElement, 'button[type=submit]', form)
  if (!button) return
  button.disabled = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    clearFaults(form)
    const missing = [...form.querySelectorAll('input')].filter(
      (input) => input.required && input.value === '',
    )
    for (const input of missing) showIssue(form, input.name, '请填写此项')
    if (missing[0]) return missing[0].focus()
    button.disabled = true
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    await work(Object.fromEntries(fields), button)
  })
}

/**
 * Sets up the log-in form, which leads to the page that was asked for.
 * @param {HTMLFormElement} form
 */
function setUpLogin(form) {
  onSubmit(form, async (fields, button) => {
    const response = await post('/api/session', { ...fields, return: form.dataset.return })
    if (response.code !== 200) {
      disableFor(button, secondsToWait(response), findElement(HTMLInputElement, '#account'))
      return showRefusal(form, response)
    }
    // The button stays disabled while the browser leaves the page.
    rememberLogin()
    location.assign(/** @type {{ location: string }} */ (response.data).location)
  })
}

/** Stores the time of the log-in for `explainLostSession`. */
function rememberLogin() {
  try {
    sessionStorage.setItem(LOGGED_IN_AT_KEY, String(Date.now()))
  } catch {
    // Without storage only the explanation below is missing.
  }
}

/**
 * Explains a return to this page soon after a log-in: the browser did not keep the session's cookie.
 *
 * @param {string} home the public address of the product, or ''.
 */
function explainLostSession(home) {
  let logged_in_at = 0
  try {
    logged_in_at = Number(sessionStorage.getItem(LOGGED_IN_AT_KEY))
    sessionStorage.removeItem(LOGGED_IN_AT_KEY)
  } catch {
    return
  }
  if (Date.now() - logged_in_at > LOST_SESSION_WINDOW_MS) return
  showMessage(
    findElement(HTMLElement, '#kept'),
    `刚才已登录成功，但浏览器没有保存登录状态。${lostSessionReason(home)}`,
    'warn',
  )
}

/**
 * Returns the likely reason why the cookie was not kept, and what to do.
 * @param {string} home
 */
function lostSessionReason(home) {
  if (!navigator.cookieEnabled) return '浏览器禁用了 Cookie，请允许本站的 Cookie 后再登录。'
  if (home !== '' && new URL(home).origin !== location.origin)
    return `您打开的地址与本系统的地址不同，请从 ${home} 登录。`
  return '可能是禁用了 Cookie，或者同时使用了 http 和 https 地址；请允许本站的 Cookie，并始终使用同一个地址。'
}

/**
 * Sets up the form that resets a password, and leads back to the log-in form.
 * @param {HTMLFormElement} form
 */
function setUpReset(form) {
  const send = findElement(HTMLButtonElement, '#send', form)
  const target = findElement(HTMLInputElement, '#target', form)
  if (send && target) {
    send.disabled = false
    send.addEventListener('click', () => sendCode(form, send, target))
  }
  onSubmit(form, async (fields, button) => {
    const response = await post('/api/register/reset_password', fields)
    disableFor(button, secondsToWait(response), target)
    if (response.code !== 200) return showRefusal(form, response)
    form.reset()
    location.hash = ''
    const account = findElement(HTMLInputElement, '#account')
    if (account) account.value = fields.target ?? ''
    const { tokens_ended, sign_ons } = /** @type {{ tokens_ended: number, sign_ons: string[] }} */ (
      response.data
    )
    const tokenNote = tokens_ended > 0 ? `原有的 ${tokens_ended} 个访问令牌已撤销，` : ''
    const signOnNote = `账号仍可用${sign_ons.join('、')}登录；如果那不是您本人关联的，请再次重置密码并勾选解除关联。`
    showMessage(
      findElement(HTMLElement, '#login .note'),
      `新密码已生效，${tokenNote}请登录。${sign_ons.length > 0 ? signOnNote : ''}`,
      'good',
    )
  })
}

/**
 * Sends a code to the address entered, and shows the result.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} target
 */
async function sendCode(form, button, target) {
  clearFaults(form)
  if (target.value === '') {
    showIssue(form, 'target', '请填写此项')
    return target.focus()
  }
  button.disabled = true
  const response = await post('/api/register/send_msg', { target: target.value, scene: 'reset' })
  if (response.code !== 200) {
    disableFor(button, secondsToWait(response), target)
    return showRefusal(form, response)
  }
  const { notice } = /** @type {{ notice: string | null }} */ (response.data)
  showMessage(
    findElement(HTMLElement, '.note', form),
    notice ?? '验证码已发送，5 分钟内有效。',
    notice ? 'warn' : 'good',
  )
  findElement(HTMLElement, '#code', form)?.focus()
  disableFor(button, RESEND_PAUSE_S, target)
}

/**
 * Shows the log-in form or, at `#forgot`, the reset form, and focuses its first empty field.
 * @param {HTMLFormElement} login
 * @param {HTMLFormElement} reset
 */
function showForm(login, reset) {
  const forgot = location.hash === '#forgot'
  login.hidden = forgot
  reset.hidden = !forgot
  for (const element of document.querySelectorAll('.other, #to-register, #error'))
    element.toggleAttribute('hidden', forgot)
  const form = forgot ? reset : login
  const title = findElement(HTMLElement, 'h1', form)?.textContent ?? ''
  // The part before the name of the site, as in 「登录 · 科学导航」.
  document.title = document.title.replace(/^.*?(?= · )/, () => title)
  const firstEmpty = [...form.querySelectorAll('input')].find((input) => input.value === '')
  firstEmpty?.focus()
}

/** Sets up the buttons that show passwords, and the hints about Caps Lock. */
function setUpPasswords() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.show'))) {
    const input = findElement(HTMLInputElement, `#${button.dataset.shows}`)
    const caps = findElement(HTMLElement, `#${button.dataset.shows}-caps`)
    if (!input || !caps) continue
    button.disabled = false
    button.addEventListener('click', () => {
      const visible = input.type === 'password'
      input.type = visible ? 'text' : 'password'
      button.textContent = visible ? '隐藏' : '显示'
      button.setAttribute('aria-label', `${button.textContent}密码`)
    })
    // A browser that autofills the field sends key events that are not KeyboardEvents.
    const showCapsLock = (/** @type {Event} */ event) => {
      const locked = event instanceof KeyboardEvent && event.getModifierState('CapsLock')
      caps.textContent = locked ? '大写锁定已打开' : ''
    }
    input.addEventListener('keydown', showCapsLock)
    input.addEventListener('keyup', showCapsLock)
    input.addEventListener('blur', showCapsLock)
  }
}

const login = findElement(HTMLFormElement, '#login')
const reset = findElement(HTMLFormElement, '#reset')
if (login && reset) {
  setUpLogin(login)
  setUpReset(reset)
  setUpPasswords()
  explainLostSession(login.dataset.home ?? '')
  showForm(login, reset)
  addEventListener('hashchange', () => showForm(login, reset))
  // On the way back from the next page, the browser may restore this one as it was left: disabled, or out of date.
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}

export {}
