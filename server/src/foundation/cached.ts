import { isFresh } from './clock.ts'

interface Kept<Value> {
  at: number
  value: Promise<Value>
}

/**
 * What is read once and then kept for a while, by whose it is: a database, a provider. Who asks meanwhile waits for the
 * same reading; one that fails is forgotten at once, so that the next who asks tries again.
 *
 * @example const table = cached<Db, Table>(30_000); table.get(ctx.db, ctx.now(), () => readTable(ctx))
 */
export function cached<Owner extends object, Value>(most_ms: number) {
  const all = new WeakMap<Owner, Kept<Value>>()
  return {
    /** @param read is given what was kept before and is too old now. */
    get(
      owner: Owner,
      now: Date,
      read: (before: Promise<Value> | undefined) => Promise<Value>,
    ): Promise<Value> {
      const at = now.getTime()
      const known = all.get(owner)
      if (known && isFresh(known.at, at, most_ms)) return known.value
      const mine = { at, value: read(known?.value) }
      all.set(owner, mine)
      mine.value.catch(() => {
        if (all.get(owner) === mine) all.delete(owner)
      })
      return mine.value
    },
    forget: (owner: Owner) => void all.delete(owner),
  }
}
