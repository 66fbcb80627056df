// The log-in page's own script: served with its types stripped, it imports nothing.

interface Answer {
  code: number
  data: unknown
  message: string
}

interface Refusal {
  problem?: string
  issues?: { path: string; message: string }[]
  retry_after?: number
}

const LOGGED_IN_AT = 'scinav.logged-in-at'
const CAME_BACK_WITHIN_MS = 10_000

const find = <E extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<E>(selector)

/** Sends one call; a broken connection is an answer like any other. */
async function post(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-login-type': 'front' }
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    return await response.json()
  } catch {
    return { code: 0, data: null, message: '连接不上服务器，请检查网络后重试' }
  }
}

function show(element: HTMLElement | null, text: string, kind = ''): void {
  if (!element) return
  element.textContent = text
  element.hidden = text === ''
  if (element.classList.contains('note')) element.className = `note ${kind}`
}

function clearFaults(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLElement>('.note, .issue')) show(element, '')
  for (const input of form.querySelectorAll('input')) input.removeAttribute('aria-invalid')
}

/** Each fault at its field, the rest above the form; the first wrong field gets the focus. */
function showRefusal(form: HTMLFormElement, answer: Answer): void {
  const { issues = [], retry_after } = (answer.data ?? {}) as Refusal
  const homeless = issues.filter(({ path, message }) => !showIssue(form, path, message))
  const wait = retry_after === undefined ? '' : `（${waiting(retry_after)}）`
  if (issues.length === 0) show(find('.note', form), answer.message + wait, 'bad')
  else if (homeless.length > 0)
    show(find('.note', form), homeless.map(({ message }) => message).join('；'), 'bad')
  find<HTMLInputElement>('[aria-invalid]', form)?.focus()
}

function showIssue(form: HTMLFormElement, path: string, message: string): boolean {
  const place = find(`.issue[data-for="${CSS.escape(path)}"]`, form)
  const input = find<HTMLInputElement>(`input[name="${CSS.escape(path)}"]`, form)
  if (!place || !input) return false
  show(place, message)
  input.setAttribute('aria-invalid', 'true')
  return true
}

function waiting(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} 秒后再试` : `约 ${Math.ceil(seconds / 60)} 分钟后再试`
}

/** Runs `work` on submit, once at a time. */
function onSubmit(form: HTMLFormElement, work: (fields: Record<string, string>) => Promise<void>): void {
  const button = find<HTMLButtonElement>('button[type=submit]', form)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!button || button.disabled) return
    clearFaults(form)
    const missing = [...form.querySelectorAll<HTMLInputElement>('input[required]')].filter(
      (input) => input.value === '',
    )
    for (const input of missing) showIssue(form, input.name, '请填写此项')
    if (missing[0]) return missing[0].focus()
    button.disabled = true
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    await work(Object.fromEntries(fields))
    button.disabled = false
  })
}

function setUpLogin(form: HTMLFormElement): void {
  onSubmit(form, async (fields) => {
    const answer = await post('/api/session', { ...fields, return: form.dataset.return })
    if (answer.code !== 200) return showRefusal(form, answer)
    remember()
    location.assign((answer.data as { location: string }).location)
  })
}

function remember(): void {
  try {
    sessionStorage.setItem(LOGGED_IN_AT, String(Date.now()))
  } catch {
    // Blocked storage only costs the explanation below.
  }
}

/** Back without a session within 10 s of logging in: the browser did not keep it, and the page says why. */
function explainLostSession(): void {
  let at = 0
  try {
    at = Number(sessionStorage.getItem(LOGGED_IN_AT))
    sessionStorage.removeItem(LOGGED_IN_AT)
  } catch {
    at = 0
  }
  if (Date.now() - at > CAME_BACK_WITHIN_MS) return
  const why =
    '刚才已登录成功，但浏览器没有保存登录状态。可能是禁用了 Cookie，或者同时使用了 http 和 https 地址；请允许本站的 Cookie 后再登录。'
  show(find('#kept'), why, 'warn')
}

function setUpReset(form: HTMLFormElement): void {
  const send = find<HTMLButtonElement>('#send', form)
  send?.addEventListener('click', () => sendCode(form, send))
  onSubmit(form, async (fields) => {
    const answer = await post('/api/register/reset_password', fields)
    if (answer.code !== 200) return showRefusal(form, answer)
    form.reset()
    location.hash = ''
    const login = find<HTMLFormElement>('#login')
    if (login) show(find('.note', login), '新密码已生效，请登录。', 'good')
  })
}

async function sendCode(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  clearFaults(form)
  const target = find<HTMLInputElement>('#target', form)?.value ?? ''
  if (target === '') return void showIssue(form, 'target', '请填写此项')
  button.disabled = true
  const answer = await post('/api/register/send_msg', { target, scene: 'reset' })
  if (answer.code !== 200) {
    showRefusal(form, answer)
    return countDown(button, (answer.data as Refusal | null)?.retry_after ?? 0)
  }
  const { notice } = answer.data as { notice: string | null }
  show(find('.note', form), notice ?? '验证码已发送，5 分钟内有效。', notice ? 'warn' : 'good')
  find('#code', form)?.focus()
  countDown(button, 60)
}

function countDown(button: HTMLButtonElement, seconds: number): void {
  const end = Date.now() + Math.min(seconds, 3600) * 1000
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? `${left} 秒` : '发送验证码'
    if (left > 0) setTimeout(tick, 1000)
  }
  tick()
}

/** `#forgot` shows the second form in place of the first. */
function chooseForm(login: HTMLFormElement, reset: HTMLFormElement): void {
  const forgot = location.hash === '#forgot'
  login.hidden = forgot
  reset.hidden = !forgot
  for (const element of document.querySelectorAll<HTMLElement>('.other, #to-register'))
    element.hidden = forgot
  find<HTMLInputElement>('input', forgot ? reset : login)?.focus()
}

function setUpPasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.show')) {
    const input = find<HTMLInputElement>(`#${button.dataset.shows}`)
    const caps = find(`[data-caps="${button.dataset.shows}"]`)
    if (!input) continue
    button.addEventListener('click', () => {
      const visible = input.type === 'password'
      input.type = visible ? 'text' : 'password'
      button.textContent = visible ? '隐藏' : '显示'
      button.setAttribute('aria-pressed', String(visible))
    })
    input.addEventListener('keyup', (event) => {
      if (caps) caps.hidden = !event.getModifierState('CapsLock')
    })
  }
}

/** Somebody who is logged in already has nothing to do here. */
async function goOnIfLoggedIn(back: string): Promise<void> {
  const response = await fetch('/api/user', { headers: { 'x-login-type': 'front' } }).catch(() => null)
  await response?.text()
  if (response?.ok) location.replace(`/${back || '#/home'}`)
}

const login = find<HTMLFormElement>('#login')
const reset = find<HTMLFormElement>('#reset')
if (login && reset) {
  setUpLogin(login)
  setUpReset(reset)
  setUpPasswords()
  explainLostSession()
  chooseForm(login, reset)
  addEventListener('hashchange', () => chooseForm(login, reset))
  void goOnIfLoggedIn(login.dataset.return ?? '')
}

export {}
