/** An XMLHttpRequest that asks the fake server's `fetch`: as much of it as `sendBytes` uses. */
export class FakeRequest {
  status = 0
  responseText = ''
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  #line: { method: string; url: string } = { method: '', url: '' }
  #headers: Record<string, string> = {}
  #aborted = false

  open(method: string, url: string): void {
    this.#line = { method, url }
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  abort(): void {
    this.#aborted = true
    this.onabort?.()
  }

  async send(body: Blob): Promise<void> {
    try {
      const { method, url } = this.#line
      const response = await fetch(url, { method, headers: this.#headers, body })
      if (this.#aborted) return
      this.upload.onprogress?.({ loaded: body.size })
      this.status = response.status
      this.responseText = await response.text()
      this.onload?.()
    } catch {
      this.onerror?.()
    }
  }
}
