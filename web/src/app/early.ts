// A plain script that runs before the first paint: it must import nothing and must work when storage is blocked.
;(() => {
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = stored('scinav.appearance')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  if (stored('scinav.sider') === 'collapsed') document.documentElement.dataset.sider = 'collapsed'

  // Without its module script the page would stay a skeleton: the network failed, or a new version removed the files.
  const showLoadFailure = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const skeleton = document.querySelector('.skeleton')
    if (!skeleton) return
    const element = (tag: string, textContent: string) =>
      Object.assign(document.createElement(tag), { textContent })
    const box = Object.assign(document.createElement('div'), { className: 'unloaded', role: 'alert' })
    const again = element('button', '重新加载')
    again.addEventListener('click', () => location.reload())
    box.append(
      element('strong', '这个页面没能打开'),
      element('p', '可能是网络中断，或者刚刚更新了版本'),
      again,
    )
    skeleton.replaceWith(box)
  }
  addEventListener('error', showLoadFailure, true)

  // What the guards read first is requested while the program loads. On the public screens they read neither.
  const [screen = ''] = location.hash.split('?', 1)
  if (screen.includes('/noLoginError') || screen.includes('/register')) return
  globalThis.earlyReplies = {}
  for (const path of ['/api/user', '/api/menu/stop']) {
    // Read to its end, because that would have to wait for the program, which keeps the page busy.
    const reply = fetch(path, { headers: { 'X-Login-Type': 'front' }, credentials: 'include' }).then(
      async (response) => new Response(await response.text(), response),
    )
    // A failure is handled by the call that takes the reply.
    reply.catch(() => undefined)
    globalThis.earlyReplies[path] = reply
  }
  // So are the scripts of reading, which are large; a phone shows the text, for which it needs fewer.
  const scripts = document.currentScript?.dataset.reading?.split(' ') ?? []
  if (screen === '#/readDetailMore' && matchMedia('(min-width: 768px)').matches)
    for (const href of scripts)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
})()
