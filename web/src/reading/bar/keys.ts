/** Whether something lies over the screen. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open]:not([data-beside="true"])') !== null

/** A key by itself, pressed by nobody who writes or has something else open. */
export function isPlainKey({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isCovered()) return false
  const field = 'input, textarea, select, [contenteditable], [role="menu"]'
  return !(target instanceof Element && target.closest(field))
}
