/** What a message calls itself: its `ask` or `say`, else the fields it has. */
function messageName(message: unknown): string {
  if (typeof message !== 'object' || message === null) return String(message)
  if ('ask' in message) return String(message.ask)
  if ('say' in message) return String(message.say)
  return Object.keys(message).join(' ')
}

/** @throws where a message is none of those that are known. */
export function refuseUnknown(message: unknown, known: readonly string[]): void {
  const name = messageName(message)
  if (!known.includes(name)) throw new Error(`a thread was sent an unknown message: ${name}`)
}
