import { expect, test } from 'vitest'
import { createReplyReader } from './reply-reader.ts'

/** What is read from a reply that arrives in the given pieces. */
function readPieces(pieces: string[]) {
  const reader = createReplyReader()
  const shown = pieces.map((piece) => reader.push(piece))
  const text = shown.join('') + reader.end()
  return { text, searches: reader.searches(), questions: reader.questions() }
}

const piecesOf = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))

const FENCE = '```'
const LONG = `next: ["${'x'.repeat(100_000)}`
const LONG_LIST = `next: ["Why is it so?", "${'x'.repeat(100_000)}", "y"]`

test.each<[string, string, string, string[] | null, string[]]>([
  [
    'an answer is shown as it is',
    'Moss cools roofs [E1.2].\n\nIt is slow.\n',
    'Moss cools roofs [E1.2].\n\nIt is slow.\n',
    null,
    [],
  ],
  [
    'a request for a search is the whole reply',
    'more: ["moss heat", "苔藓 屋顶"]',
    '',
    ['moss heat', '苔藓 屋顶'],
    [],
  ],
  ['it may stand in bold, with blanks', '\n **More**: ["moss"]\n', '', ['moss'], []],
  ['it may have full-width signs and be cut off', 'more：["moss heat", "roo', '', ['moss heat'], []],
  ['it may stand in a fence', `${FENCE}json\nmore: ["moss"]\n${FENCE}\n`, '', ['moss'], []],
  ['it may stand on several lines', 'more: [\n  "moss",\n  "roof"\n]', '', ['moss', 'roof'], []],
  [
    'it may be written twice',
    'more: ["moss"]\nmore: ["roof", "heat", "rain"]',
    '',
    ['moss', 'roof', 'heat'],
    [],
  ],
  ['at most three searches are read', 'more: ["a1", "b2", "c3", "d4"]', '', ['a1', 'b2', 'c3'], []],
  ['searches may lack their list', 'more: moss heat, roof cooling', '', ['moss heat', 'roof cooling'], []],
  ['an empty list asks for nothing in particular', 'more: []', '', [], []],
  ['so does a name alone', 'more:', '', [], []],
  [
    'a request before an answer is dropped',
    'more: ["moss"]\n\nMoss cools roofs.',
    'Moss cools roofs.',
    null,
    [],
  ],
  [
    'a request after an answer is dropped',
    'Moss cools roofs.\n\nmore: ["moss"]',
    'Moss cools roofs.',
    null,
    [],
  ],
  ['a sentence is no request', 'More: the roofs are cooler.', 'More: the roofs are cooler.', null, []],
  ['nor is one with more text after it', 'more: moss\nIt cools.', 'more: moss\nIt cools.', null, []],
  [
    'nor are words that begin alike',
    'More moss: cooler roofs.\nNext to it',
    'More moss: cooler roofs.\nNext to it',
    null,
    [],
  ],
  [
    'questions at the end are taken off',
    'It cools [E1].\n\nnext: ["Why?", "How far?"]',
    'It cools [E1].',
    null,
    ['Why?', 'How far?'],
  ],
  ['with the blanks after them', 'It cools.\nnext: ["Why?"]\n\n', 'It cools.', null, ['Why?']],
  ['an empty list of questions is taken off', 'It cools.\n\nnext: []', 'It cools.', null, []],
  [
    'questions may lack their list',
    'It cools.\nnext: Why, and how? 为什么？',
    'It cools.',
    null,
    ['Why, and how?', '为什么？'],
  ],
  [
    'questions in the middle are taken out',
    'It cools.\n\nnext: ["Why?"]\n\nRain stays.',
    'It cools.\n\nRain stays.',
    null,
    ['Why?'],
  ],
  [
    'questions in a fence of their own are taken out',
    `It cools.\n\n${FENCE}\nnext: ["Why?"]\n${FENCE}`,
    'It cools.',
    null,
    ['Why?'],
  ],
  [
    'those in the code of an answer are code',
    `See:\n\n${FENCE}yaml\nnext: [a, b]\nlast: c\n${FENCE}\n\nIt cools.`,
    `See:\n\n${FENCE}yaml\nnext: [a, b]\nlast: c\n${FENCE}\n\nIt cools.`,
    null,
    [],
  ],
  [
    'a fence around the whole answer is none of code',
    `${FENCE}markdown\nIt cools.\n\nnext: ["Why?"]\n${FENCE}`,
    `${FENCE}markdown\nIt cools.\n\n${FENCE}`,
    null,
    ['Why?'],
  ],
  [
    'a request at the end of code is taken out',
    `${FENCE}\nIt cools.\nnext: ["Why?"]\n${FENCE}`,
    `${FENCE}\nIt cools.\n\n${FENCE}`,
    null,
    ['Why?'],
  ],
  [
    'a sentence that begins so stays',
    'It cools.\nNext: the rain.\nIt stays.',
    'It cools.\nNext: the rain.\nIt stays.',
    null,
    [],
  ],
  ['a line without end is dropped', `It cools.\n${LONG}`, 'It cools.', null, []],
  [
    'and so is the rest of a line of any length',
    `It cools.\n${LONG_LIST}\nIt stays.`,
    'It cools.\n\nIt stays.',
    null,
    ['Why is it so?'],
  ],
  [
    'a list that never closes ends before the next sentence',
    'It cools.\nnext: ["Why?",\nIt stays.',
    'It cools.\n\nIt stays.',
    null,
    ['Why?'],
  ],
])('of requests in a reply: %s', (_name, reply, text, searches, questions) => {
  const expected = { text, searches, questions }
  expect(readPieces([reply])).toEqual(expected)
  const sizes = reply.length > 10_000 ? [997, 2_000] : [1, 2, 3, 7]
  for (const size of sizes) expect(readPieces(piecesOf(reply, size))).toEqual(expected)
  if (reply.length > 10_000) return
  for (let at = 0; at <= reply.length; at += 1)
    expect(readPieces([reply.slice(0, at), reply.slice(at)])).toEqual(expected)
})

test('an answer is not held back for what cannot become a request', () => {
  const reader = createReplyReader()
  expect(reader.push('Mo')).toBe('')
  expect(reader.push('ss cools')).toBe('Moss cools')
  expect(reader.push(' roofs')).toBe(' roofs')
  expect(reader.push('.\n')).toBe('.')
  expect(reader.push('n')).toBe('')
  expect(reader.push('ever')).toBe('\nnever')
})

test('what turned out to be reasoning asks for nothing', () => {
  const reader = createReplyReader()
  reader.push('more: ["moss"]\n')
  reader.restart()
  expect(reader.push('It cools.') + reader.end()).toBe('It cools.')
  expect(reader.searches()).toBeNull()
})

/** Pieces of which replies are put together. */
const PARTS = [
  'more',
  'next',
  ':',
  '：',
  ' ',
  '\n',
  '\n\n',
  '[',
  ']',
  '"',
  ',',
  '"a b?"',
  'It is so.',
  '```',
  '```md',
  '~~~',
  '- ',
  '**',
  '?',
  '…',
  '[E1.2]',
]

test('whatever a model writes is read the same in pieces of any size', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 3_000; round += 1) {
    const reply = Array.from({ length: 1 + random(14) }, () => PARTS[random(PARTS.length)]).join('')
    const whole = readPieces([reply])
    for (const size of [1, 2, 5]) expect([reply, readPieces(piecesOf(reply, size))]).toEqual([reply, whole])
  }
})
