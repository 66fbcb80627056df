// A plain script that runs before the first paint: it must import nothing and survive blocked storage.
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
})()
