import type { Defence } from './defence.ts'

/** What keeps one person's load from everybody else: transactions, queues, expensive calls. */
export const load: Defence[] = [
  {
    attack: 48,
    what: 'a call with a key holds no transaction open over its work',
    file: 'server/src/http/idempotency.ts',
    on: 'return await settled(ctx, lease, work)',
    off: 'return await ctx.db.transaction().execute((db) => settled({ ...ctx, db }, lease, work))',
    test: 'server/src/http/idempotency.test.ts',
    title: 'while a call with a key moves a large file, others write',
  },
  {
    attack: 48,
    what: 'a call whose key was taken over saves nothing',
    file: 'server/src/http/idempotency.ts',
    on: "if (!(await keys.settle(db, lease, JSON.stringify(reply)))) throw new AppError('request.in_progress')",
    off: 'await keys.settle(db, lease, JSON.stringify(reply))',
    test: 'server/src/http/idempotency.test.ts',
    title: 'who was held up for so long that another call took its key over',
  },
  {
    attack: 48,
    what: 'the reply is stored in the transaction of the last write',
    file: 'server/src/context/context.ts',
    on: 'await ctx.settle?.(ctx.db, reply)',
    off: '',
    test: 'server/src/http/idempotency.test.ts',
    title: 'what was saved with its reply is not done again',
  },
]
