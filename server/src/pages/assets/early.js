// @ts-check
// Runs before the first paint: applies the theme that the person has chosen in the web application.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const applyTheme = () => {
    /** @type {string | null} */
    let chosen = null
    try {
      chosen = localStorage.getItem('scinav.appearance')
    } catch {
      // Without storage the system's theme is used.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  applyTheme()
  system.addEventListener('change', applyTheme)
}
