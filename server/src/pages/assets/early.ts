// Runs before the first paint: applies the theme that the person has chosen in the web application.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    let chosen: string | null = null
    try {
      chosen = localStorage.getItem('scinav.appearance')
    } catch {
      chosen = null
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  show()
  system.addEventListener('change', show)
}
