import { expect, test } from 'vitest'
import { parsingOf } from '../../testing/datasets.ts'
import { type DocumentProgress, isRetryable, isStalled, isWorking, progressText } from './progress.ts'

const NOW = Date.parse('2026-11-23T08:00:00.000Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()

const progressOf = (state: DocumentProgress['state'], parsing: object | null, over: object = {}) =>
  ({
    id: 'o1',
    state,
    progress: 0.3,
    error: null,
    parse_id: null,
    parsing: parsing && parsingOf({ progress_at: ago(5), ...parsing }),
    ...over,
  }) as DocumentProgress

test.each([
  ['queued', { state: 'queued', place: 3 }, '排队（前面还有 3 个）'],
  ['queued', { state: 'queued', place: 0 }, '排队'],
  ['parsing', { stage: 'read', total: 0 }, '读取'],
  ['parsing', { stage: 'layout' }, '版面 3 / 10 页'],
  ['parsing', { stage: 'ocr', done: 1, total: 42 }, '文字识别 1 / 42 页'],
  ['indexing', { state: 'indexing', stage: 'index', done: 231, total: 248 }, '索引 231 / 248 段'],
  ['ready', null, '可检索'],
  ['failed', null, '解析失败'],
  ['cancelled', null, '已取消'],
] as const)('a document that is %s says how far it is: %o', (state, parsing, words) => {
  expect(progressText(progressOf(state, parsing), NOW)).toBe(words)
})

test('a minute without a step is said; waiting for its turn is no such minute', () => {
  const still = progressOf('parsing', { progress_at: ago(60) })
  expect(isStalled(still, NOW)).toBe(true)
  expect(progressText(still, NOW)).toBe('60 秒没有进展')
  expect(isStalled(progressOf('parsing', { progress_at: ago(59) }), NOW)).toBe(false)
  expect(isStalled(progressOf('queued', { state: 'queued', progress_at: ago(600) }), NOW)).toBe(false)
})

test('a newer version that is being made does not hide that the old one answers', () => {
  const renewed = progressOf('ready', { stage: 'split', done: 4, total: 9 }, { parse_id: 'r0' })
  expect(progressText(renewed, NOW)).toBe('可检索，正在更新：分段 4 / 9 段')
  expect(isWorking(renewed)).toBe(true)
  const failed = progressOf('ready', null, { parse_id: 'r0', error: '文件已损坏' })
  expect([isWorking(failed), isRetryable(failed), progressText(failed, NOW)]).toEqual([false, true, '可检索'])
})
