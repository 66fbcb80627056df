/** How long the object URL is kept after the click, in milliseconds; the browser needs it only to start reading. */
const OBJECT_URL_TTL_MS = 10_000

/** Downloads a file under its own name where it has one, otherwise under `name`. */
export function saveFile(content: Blob | string, name: string): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = (content instanceof File && content.name) || name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_TTL_MS)
}
