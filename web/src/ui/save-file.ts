/** Hands a text or bytes to the browser as a download. */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the bytes over by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
