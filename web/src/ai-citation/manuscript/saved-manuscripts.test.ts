import { afterEach, expect, test, vi } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { INITIAL_MANUSCRIPT, useManuscript } from './manuscript.state.ts'
import { titleOf } from './saved-manuscripts.ts'

afterEach(() => vi.useRealTimers())

const SAVE = 'POST /api/citation/manuscripts'

test('a change during the first save is saved to the same manuscript', async () => {
  setUserInfo(person)
  let finishSave = () => {}
  const firstSave = new Promise<void>((resolve) => {
    finishSave = resolve
  })
  const server = fakeServer({
    [SAVE]: async () => {
      if (server.bodies(SAVE).length === 1) await firstSave
      return ok({ id: 'm1' })
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  useManuscript.setState({ ...INITIAL_MANUSCRIPT, text: '注意力首先用于翻译。' })
  vi.runAllTimers()
  await vi.waitFor(() => expect(server.bodies(SAVE)).toHaveLength(1))
  useManuscript.setState({ done: 10 })
  vi.runAllTimers()
  finishSave()
  await vi.waitFor(() => expect(server.bodies(SAVE)).toHaveLength(2))
  expect(server.bodies(SAVE)[1]).toMatchObject({ id: 'm1' })
})

test.each([
  ['# 引言\n注意力机制  首先用于机器翻译。', '引言 注意力机制 首先用于机器翻译。'],
  ['\\section*{Introduction} We propose', 'Introduction We propose'],
  ['钙钛矿'.repeat(40), '钙钛矿'.repeat(20)],
  ['## ', '文稿'],
])('a manuscript that begins with %j is listed by its first words', (text, title) => {
  expect(titleOf(text)).toBe(title)
})
