/**
 * Copies text to the clipboard. Where the browser has no clipboard API (plain http at a LAN address), the text is
 * selected in a field and copied with the old command; `host` is the open dialog, as nothing outside it can be
 * selected. Resolves to whether it was copied.
 */
export async function copyText(text: string, host: HTMLElement = document.body): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text, host)
  }
}

function copyFromField(text: string, host: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
