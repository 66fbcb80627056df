/** Returns the name of a message: its `ask` or `say`, otherwise the names of its fields. */
function messageName(message: unknown): string {
  if (typeof message !== 'object' || message === null) return String(message)
  if ('ask' in message) return String(message.ask)
  if ('say' in message) return String(message.say)
  return Object.keys(message).join(' ')
}

/**
 * Checks that a message has one of the known names.
 *
 * @throws Error when it has another name.
 */
export function refuseUnknown(message: unknown, known: readonly string[]): void {
  const name = messageName(message)
  if (!known.includes(name)) throw new Error(`a thread was sent an unknown message: ${name}`)
}
