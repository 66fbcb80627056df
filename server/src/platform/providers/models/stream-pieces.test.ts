import { expect, test } from 'vitest'
import { createCallAssembler, parseChunks } from './chunk.ts'
import { readEventData } from './sse.ts'
import { createThinkSplitter, type SplitPart } from './think-splitter.ts'

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size: number) {
  const events: string[] = []
  for await (const data of readEventData(pieces(text, size))) events.push(data)
  return events
}

test('events are the same wherever their bytes are split and however lines end', async () => {
  const stream = [
    '\ufeff: ping',
    '',
    'event: x',
    'data: 甲',
    'data:乙',
    'id: 7',
    '',
    ':',
    '',
    'data: [DONE]',
    '',
    '',
  ]
  for (const newline of ['\n', '\r\n', '\r'])
    for (let size = 1; size <= 12; size += 1)
      expect(await read(stream.join(newline), size)).toEqual(['甲\n乙', '[DONE]'])
})

test('an event that was cut off is none, but for the mark of the end', async () => {
  expect(await read('data: a\n\ndata: b\n', 3)).toEqual(['a'])
  expect(await read('data: a\n\ndata: [DONE]', 3)).toEqual(['a', '[DONE]'])
})

test('a line or an event that does not end is given up', async () => {
  await expect(read(`data: ${'x'.repeat(5_000_000)}`, 65_536)).rejects.toThrow(RangeError)
  await expect(read(`data: ${'x'.repeat(999)}\n`.repeat(5_000), 65_536)).rejects.toThrow(RangeError)
})

test('thoughts are the same wherever their tags are split', () => {
  const said = 'a < b，<b>粗</b><THINK>想\n想</think>\n\n答 <thinking>再想</thinking>案 <'
  for (let size = 1; size <= said.length; size += 1) {
    const splitter = createThinkSplitter()
    const heard = { text: '', reasoning: '' }
    const take = (parts: Iterable<SplitPart>) => {
      for (const part of parts) if (part.type !== 'text_was_reasoning') heard[part.type] += part.delta
    }
    for (let at = 0; at < said.length; at += size) take(splitter.push(said.slice(at, at + size)))
    take(splitter.flush())
    expect(heard, String(size)).toEqual({ text: 'a < b，<b>粗</b>答 案 <', reasoning: '想\n想再想' })
  }
})

test('chunks leave out what they like, and events without an empty line between them are told apart', () => {
  const empty = { text: '', reasoning: '', calls: [], finish: null, usage: null, error: null }
  for (const data of [
    '{}',
    '{"choices":[]}',
    '{"choices":null}',
    '{"choices":[{"delta":null}]}',
    '{"choices":[7]}',
  ])
    expect(parseChunks(data)).toEqual([empty])
  const [one, two] = parseChunks(
    '{"choices":[{"delta":{"content":"一"}}]}\n{"choices":[{"delta":{"content":"二"}}]}',
  )
  expect([one?.text, two?.text]).toEqual(['一', '二'])
  expect(() => parseChunks('{"choices":')).toThrow('无法识别')
  expect(() => parseChunks('null')).toThrow('无法识别')
})

test('calls for tools are told apart by number, by id, or by their order', () => {
  const piece = (index: number | null, id: string, name: string, args: string) => ({ index, id, name, args })
  const both = [
    { call_id: 'a', name: 'one', args: '{"x":1}' },
    { call_id: 'b', name: 'two', args: '{}' },
  ]
  const ways = [
    [piece(0, 'a', 'one', '{"x"'), piece(1, 'b', 'two', ''), piece(0, '', '', ':1}')],
    [piece(0, 'a', 'one', '{"x":1}'), piece(0, 'b', 'two', '{'), piece(0, '', '', '}')],
    [piece(null, 'a', 'one', '{"x":'), piece(null, '', '', '1}'), piece(null, 'b', 'two', '{}')],
  ]
  for (const pieces of ways) {
    const calls = createCallAssembler()
    for (const delta of pieces) calls.add(delta)
    expect(calls.finish()).toEqual(both)
  }
})
