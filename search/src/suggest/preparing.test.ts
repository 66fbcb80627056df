import { expect, test } from 'vitest'
import { openSegment } from '../index/segment-bytes.ts'
import { openValues } from '../index/values.ts'
import { createWriter, type IndexWriter } from '../index/writer.ts'
import { paper } from '../testing/index-queries.ts'
import { makeCitedTitles } from './cited-titles.ts'
import { type CompleterUpdate, createCompleter } from './completer.ts'
import { createCompleterService } from './completer-service.ts'
import { makeFrequentValues } from './frequent-values.ts'
import { warmUpTexts } from './warm-up-texts.ts'

function updateOf(writer: IndexWriter, titles: string[], merging: boolean): CompleterUpdate {
  const changes = titles.map((title, at) => paper(at + 1, title))
  const { added, removed, values, papers } = writer.apply(changes, false)
  if (!values) throw new Error('a writer beside whom others search tells them the values')
  return { added, removed, values, papers, merging }
}

test('titles of segments that are being merged are made ready when that is over', () => {
  const completer = createCompleter()
  const taken = updateOf(createWriter({ folder: null, merge_step_ms: 0 }), ['Graph theory', 'Trees'], true)
  completer.update(taken)
  while (completer.prepare(10));
  expect(completer.complete('gra').titles).toEqual([])

  completer.update({ ...taken, added: [], merging: false })
  while (completer.prepare(10));
  expect(completer.complete('gra').titles).toEqual([1])
})

/** A thread that looks at its clock at every step, each of which takes a millisecond. */
function thread() {
  let time = 0
  const now = () => {
    time += 1
    return time
  }
  const taken = updateOf(createWriter({ folder: null, merge_step_ms: 0 }), ['Graph theory', 'Trees'], false)
  const answering = createCompleterService(() => taken, now)
  answering.answer({ ask: 'take', ...taken, update_number: 1 })
  return {
    prepare: () => answering.prepare(),
    ask: () => answering.answer({ ask: 'complete', id: 1, text: 'gra' }),
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('making lists ready rests while somebody types, and only then', () => {
  const { prepare, ask, pass } = thread()
  expect(prepare()).toBe(0)
  ask()
  expect(prepare()).toBeGreaterThan(0)
  pass(2_000)
  expect(prepare()).toBe(0)
})

test('words of titles are rehearsed, alone and together, before anybody asks', () => {
  const writer = createWriter({ folder: null, merge_step_ms: 0 })
  const titles = Array.from({ length: 1_200 }, (_, at) => `graph${at} theory`)
  const { added, values } = updateOf(writer, titles, false)
  const segments = added.map(openSegment)
  const material = { segments, values: openValues(values).keyword, limit: 100 }
  const none = finished(makeFrequentValues({ ...material, table: 'keyword' }))
  const cited = new Map(segments.map((segment) => [segment, finished(makeCitedTitles(segment))]))
  const texts = [...warmUpTexts({ keyword: none, author: none, source: none }, cited)]
  expect(texts.some((text) => /^graph\d+ (?:grap|theo)$/.test(text))).toBe(true)
  expect(texts).toContain('gra')
})

/** What a generator answers in the end. */
function finished<Made>(steps: Generator<void, Made>): Made {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
