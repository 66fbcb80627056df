import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { answerWith, openChat, recordIdOf, sendAndRead } from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'
import { startRuns } from './runs.ts'

test.each([
  [
    'the embedded database, which nobody else can have open, it ends at once',
    'sqlite',
    'streaming',
    'failed',
  ],
  ['the embedded database, it is done when only its check was left', 'sqlite', 'checking', 'done'],
  ['a database that others share, its lease runs out first', 'postgres', 'streaming', 'streaming'],
] as const)('an answer that a process elsewhere was at: with %s', async (_, database, before, status) => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  const id = recordIdOf(await sendAndRead(ada, { chat_id: await openChat(ada), message: '问' }))
  const lease_until = new Date(app.base.now().getTime() + 10_000).toISOString()
  const left = { status: before, lease: 'another.host/1/x', lease_until, finished_at: null } as const
  await app.base.db.updateTable('chat_records').set(left).where('id', '=', id).execute()
  const runs = await startRuns(app.base, answerRun, database)
  await runs.stop(0)

  const row = await app.base.db
    .selectFrom('chat_records')
    .select(['status', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ status, answer: '答案' })
})
