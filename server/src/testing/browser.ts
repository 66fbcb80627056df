/** Creates a small browser for pages of another server: it keeps cookies per host and follows no redirects. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>()

  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }

  async function open(address: string | URL, form?: Record<string, string>) {
    const url = new URL(address)
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form ? new URLSearchParams(form) : null
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body,
      headers: { cookie },
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return { text: await response.text(), next: location ? new URL(location, url) : null, url }
  }

  return { open }
}
