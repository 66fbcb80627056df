import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { completeCheck, SAMPLE_MANUSCRIPT, startCheck, waitForCheck } from '../../testing/manuscript-scene.ts'
import { testApp } from '../../testing/test-app.ts'
import { purgeExpiredChecks } from './retention.ts'

const DAY_MS = 24 * 60 * 60_000

const count = async ({ base }: Awaited<ReturnType<typeof testApp>>) => {
  const rows = async (
    table: 'files' | 'manuscript_checks' | 'manuscript_check_texts' | 'manuscript_check_events',
  ) =>
    (
      await base.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  return {
    files: Number(await rows('files')),
    checks: Number(await rows('manuscript_checks')),
    texts: Number(await rows('manuscript_check_texts')),
    events: Number(await rows('manuscript_check_events')),
  }
}

test('a deleted check takes its manuscript with it, unless another check of the same file is left', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { check_id } = await completeCheck(ada)
  const again = await ada.call(api.manuscriptChecks.repeat, { check_id, style: 'apa-7' })
  await waitForCheck(ada, again.check_id)

  await ada.call(api.manuscriptChecks.remove, { check_id })
  expect(await count(app)).toMatchObject({ files: 1, checks: 1, texts: 1 })
  await ada.call(api.manuscriptChecks.remove, again)
  expect(await count(app)).toEqual({ files: 0, checks: 0, texts: 0, events: 0 })
})

test('manuscripts are deleted when the retention of the operator is over, and not before', async () => {
  const app = await testApp({ env: { MANUSCRIPT_DAYS: '7' } })
  const ada = await app.signUp('Ada')
  const { expires_at } = await completeCheck(ada)
  expect(expires_at).toBe(new Date(app.base.now().getTime() + 7 * DAY_MS).toISOString())

  await purgeExpiredChecks(app.base)
  expect(await count(app)).toMatchObject({ files: 1, checks: 1 })
  app.pass(7 * DAY_MS + 1)
  await purgeExpiredChecks(app.base)
  expect(await count(app)).toEqual({ files: 0, checks: 0, texts: 0, events: 0 })
})

test.each([
  ['without a list', '# 一篇短文\n\n正文没有引用任何文献。', '没有找到参考文献表'],
  ['that is a bibliography', '@article{a, title={A title}, author={B, C}, year={2020}}', '题录文件'],
])('a manuscript %s is refused with the reason', async (_, text, reason) => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const name = text.startsWith('@') ? 'refs.bib' : '稿件.md'
  const { state, snapshot } = await completeCheck(ada, text, { name })
  expect(state).toBe('failed')
  expect(snapshot.error?.message).toContain(reason)
})

test('a check that is cancelled keeps what it has found', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const check_id = await startCheck(ada, SAMPLE_MANUSCRIPT)
  await ada.call(api.manuscriptChecks.cancel, { check_id })
  const { state } = await waitForCheck(ada, check_id)
  expect(['cancelled', 'completed']).toContain(state)
})
