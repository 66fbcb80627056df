/** Whether a modal dialog covers the screen; one marked `data-modeless` leaves it usable and does not count. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open]:not([data-modeless="true"])') !== null

/**
 * Whether a key press is free for shortcuts: without modifiers, outside fields, and with nothing open over the screen.
 */
export function isPlainKey({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isCovered()) return false
  const field = 'input, textarea, select, [contenteditable], [role="menu"]'
  return !(target instanceof Element && target.closest(field))
}
