import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * Lends the connections of a pool. The pool that is returned ends like one of its own, when its connections are back;
 * they stay open for the next borrower.
 */
export function lendPool(pool: PostgresPool): PostgresPool {
  const { promise: allBack, resolve: endWaiting } = Promise.withResolvers<void>()
  /** Number of connections that are lent or asked for. */
  let lent = 0
  let isOver = false
  const settle = () => {
    if (isOver && lent === 0) endWaiting()
  }
  const giveBack = () => {
    lent -= 1
    settle()
  }
  return {
    options: pool.options,
    async connect() {
      if (isOver) throw new Error('the pool has ended')
      lent += 1
      const client = await pool.connect().catch((error) => {
        giveBack()
        throw error
      })
      return {
        query: client.query.bind(client) as PostgresPoolClient['query'],
        release(destroy) {
          client.release(destroy)
          giveBack()
        },
      }
    },
    end() {
      isOver = true
      settle()
      return allBack
    },
  }
}
