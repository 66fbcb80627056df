/** Key in the storage of the tab. */
const STORAGE_KEY = 'scinav.unsent'

/** Time after a reload within which fields are restored, in milliseconds. */
const RESTORE_TIMEOUT_MS = 15_000

/** Text that was typed and not sent before a reload. */
interface UnsentText {
  /** The address of the screen it was typed on. */
  hash: string
  /** The text of each field, by the field's name. */
  fields: Record<string, string>
}

/** A field that keeps text. */
type TextField = HTMLInputElement | HTMLTextAreaElement

/** Matches the fields whose text is kept. */
const FIELD_SELECTOR =
  'textarea, input[type=text], input[type=search], input[type=email], input[type=tel], input:not([type])'

/** Returns what identifies a field on its screen before and after the reload; `''` when nothing does. */
const fieldName = (field: TextField) => field.id || field.name || field.getAttribute('aria-label') || ''

/** Whether a field's text may be stored; never for passwords and one-time codes. */
const isStorable = (field: TextField) =>
  fieldName(field) !== '' && field.value !== '' && !/password|one-time-code/.test(field.autocomplete)

/** Stores typed but unsent text, for the reload that follows immediately; where storage is blocked it is lost. */
export function storeUnsentText(): void {
  const fields: Record<string, string> = {}
  for (const field of document.querySelectorAll<TextField>(FIELD_SELECTOR))
    if (isStorable(field)) fields[fieldName(field)] = field.value
  if (Object.keys(fields).length === 0) return
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ hash: location.hash, fields } satisfies UnsentText))
  } catch {
    return
  }
}

/**
 * Restores stored text into its fields as they appear, on the screen it was typed on. A field that already has text
 * keeps it.
 */
export function restoreUnsentText(): void {
  const unsent = takeUnsentText()
  if (!unsent || unsent.hash !== location.hash) return
  const remaining = new Map(Object.entries(unsent.fields))
  const fillFields = () => {
    for (const field of document.querySelectorAll<TextField>(FIELD_SELECTOR)) {
      const text = remaining.get(fieldName(field))
      if (text !== undefined && field.value === '') typeInto(field, text)
      remaining.delete(fieldName(field))
    }
    if (remaining.size === 0) watcher.disconnect()
  }
  const watcher = new MutationObserver(fillFields)
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), RESTORE_TIMEOUT_MS)
}

/** Reads and removes the stored text; undefined when there is none or storage is blocked. */
function takeUnsentText(): UnsentText | undefined {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    // Only storeUnsentText writes to this key.
    return text ? (JSON.parse(text) as UnsentText) : undefined
  } catch {
    return undefined
  }
}

/** Sets a field's value as typing would: React notices a change only through the element prototype's own setter. */
function typeInto(field: TextField, text: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
