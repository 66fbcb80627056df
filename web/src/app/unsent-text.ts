const KEY = 'scinav.unsent'

/** How long fields may take to appear after the reload, in milliseconds. */
const PUT_BACK_WITHIN = 15_000

interface Unsent {
  hash: string
  fields: Record<string, string>
}

type Field = HTMLInputElement | HTMLTextAreaElement

const FIELDS =
  'textarea, input[type=text], input[type=search], input[type=email], input[type=tel], input:not([type])'

const nameOf = (field: Field) => field.id || field.name || field.getAttribute('aria-label') || ''

/** Whether a field's text may be stored: never passwords and one-time codes. */
const isKeepable = (field: Field) =>
  nameOf(field) !== '' && field.value !== '' && !/password|one-time-code/.test(field.autocomplete)

/** Stores what has been typed and not sent, for the reload that follows at once. */
export function storeUnsentText(): void {
  const fields: Record<string, string> = {}
  for (const field of document.querySelectorAll<Field>(FIELDS))
    if (isKeepable(field)) fields[nameOf(field)] = field.value
  if (Object.keys(fields).length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ hash: location.hash, fields } satisfies Unsent))
  } catch {
    return
  }
}

/** Puts stored text back into its fields as they appear, on the screen it was typed on. */
export function putBackUnsentText(): void {
  const unsent = takeUnsent()
  if (!unsent || unsent.hash !== location.hash) return
  const left = new Map(Object.entries(unsent.fields))
  const look = () => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) {
      const text = left.get(nameOf(field))
      if (text !== undefined && field.value === '') type(field, text)
      left.delete(nameOf(field))
    }
    if (left.size === 0) watcher.disconnect()
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), PUT_BACK_WITHIN)
}

function takeUnsent(): Unsent | undefined {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    // Only storeUnsentText writes under this key.
    return text ? (JSON.parse(text) as Unsent) : undefined
  } catch {
    return undefined
  }
}

/** Types as a person would: React takes a value over only through the element's own setter. */
function type(field: Field, text: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
