// Runs before the first paint: shows the appearance that the person has chosen in the web application.
{
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('scinav.appearance')
  } catch {
    chosen = null
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
