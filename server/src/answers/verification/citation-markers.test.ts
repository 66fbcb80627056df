import { expect, test } from 'vitest'
import { type AnswerPiece, createMarkerReader } from './citation-markers.ts'
import type { CitedPlace } from './marker-places.ts'

const OFFERED = 6

/** The pieces of a text that arrives in the given parts, neighbouring texts joined. */
function read(parts: string[]): string {
  const reader = createMarkerReader((id) => Number(id.slice(1)) >= 1 && Number(id.slice(1)) <= OFFERED)
  const pieces: AnswerPiece[] = [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
  return pieces.map((each) => (each.kind === 'text' ? each.text : `<${each.ids.join('+')}>`)).join('')
}

const SENTENCES = 9
const NAMES = new Map([
  ['E1', 'Lin (2020)'],
  ['E2', 'Osei (2021)'],
])

/** The same with the sentences that each marker names, and with sources named in the running text. */
function readPlaces(parts: string[]): string {
  const reader = createMarkerReader(
    (id, sentence = 1) => Number(id.slice(1)) <= OFFERED && sentence <= SENTENCES,
    (id) => NAMES.get(id) ?? null,
  )
  const pieces: AnswerPiece[] = [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
  const place = ({ id, sentence }: CitedPlace) => (sentence === null ? id : `${id}.${sentence}`)
  return pieces
    .map((each) => (each.kind === 'text' ? each.text : `<${each.places.map(place).join('+')}>`))
    .join('')
}

/** A small generator of pseudo-random whole numbers below a bound. */
function createDraw(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const TEXTS: [string, string][] = [
  ['Risk fell [E3].', 'Risk fell <E3>.'],
  ['A [E1, E2] b [E1][E2] c[e4].', 'A <E1+E2> b <E1><E2> c<E4>.'],
  ['中文【E2】、［E3；E4］。', '中文<E2>、<E3+E4>。'],
  ['Several [E2-E4, 6] and [E 5], [E1.2; E3.1].', 'Several <E2+E3+E4+E6> and <E5>, <E1+E3>.'],
  ['Noted [^1], [`E2`], \\[E3\\], [Evidence 4] and [来源5].', 'Noted <E1>, <E2>, <E3>, <E4> and <E5>.'],
  ['Sentences get long [1, 2]. Others do not [3].', 'Sentences get long <E1+E2>. Others do not <E3>.'],
  ['Sentences get long [1][2].', 'Sentences get long <E1><E2>.'],
  ['模型在长句上更好[1-3]，见文献[4]所述。', '模型在长句上更好<E1+E2+E3>，见文献<E4>所述。'],
  ['模型更好【1】。', '模型更好<E1>。'],
  ['Sentences get long (E1). 句子（E2）。', 'Sentences get long <E1>. 句子<E2>。'],
  ['Made up [12], [E9] and [3, 40]!', 'Made up [12], [E9] and [3, 40]!'],
  [
    'Code a[1] stays, [sic] and [see E1] too, [ ] and [x](y).',
    'Code a[1] stays, [sic] and [see E1] too, [ ] and [x](y).',
  ],
  [
    'A link [E1](http://evil.example) is none, nor [E1][x] or [E2]: y',
    'A link <E1> (http://evil.example) is none, nor <E1> [x] or <E2> : y',
  ],
  ['[[E1]] and [E1', '[<E1>] and '],
  ['ends in [E', 'ends in '],
  ['ends in [', 'ends in ['],
  ['lies in [0, 1', 'lies in [0, 1'],
  ['😀[E1]😀', '😀<E1>😀'],
]

/** Brackets that are content, each with a marker beside. */
const CONTENT = [
  'The probability lies in [0, 1] for all words ',
  'The probability lies in [1, 2] for all words ',
  'Scores range over [1, 5]',
  '得分在[1, 5]之间',
  '得分的区间为[1, 5]',
  '$A=[1, 2; 3, 4]$ and $\\int_{[1,2]} f$ ',
  '\\(x \\in [1, 3]\\) and \\[ [1, 2] \\] ',
  'The vector [1, 2, 3] is rotated ',
  'The odds ratio was 2 (95% CI [1, 3])',
  'A learning rate of [1e-5, 1e-3] was tried ',
  'See [1](https://ex.org), <https://ex.org/a[1]> and [the [2] one](https://ex.org/[E2])',
  'With A = [1, 2] and f([1, 2]) ',
  'Call `c[E1]` or `list [1]` ',
  'x[1][2] and matrix[3] ',
  'Estradiol (E2) rose ',
  'From $3 to $5 it lies in [1, 2] ',
  'The odds ratio was 1.4 [1.1, 1.8], ',
  'The median was 3 [2, 4], the mean 3.5 [2, 5], ',
  'Kernels of [3, 3], steps of [2, 2] ',
  '步骤[1]：混合；如图[2]：加热',
]
for (const content of CONTENT) TEXTS.push([`${content}[E4].`, `${content}<E4>.`])
TEXTS.push(['The median was 3 [2, 4].', 'The median was 3 [2, 4].'])
TEXTS.push(['It rose by 1.5 [1.1, 1.8].', 'It rose by 1.5 [1.1, 1.8].'])
TEXTS.push(['Sentences get long, by 9 [1, 2].', 'Sentences get long, by 9 <E1+E2>.'])
TEXTS.push(['Kernels are as wide as [3, 3].', 'Kernels are as wide as [3, 3].'])
TEXTS.push(['```\nx = c[E1] + [1]\n```\nDone well [E1].', '```\nx = c[E1] + [1]\n```\nDone well <E1>.'])
TEXTS.push(['| set | [1, 5] | [E2] |\n| a bag | [3] |', '| set | [1, 5] | <E2> |\n| a bag | <E3> |'])
TEXTS.push(['[1] Chen. Title.\n- [2] Liu. Title.', '[1] Chen. Title.\n- [2] Liu. Title.'])

test('marks become the same whatever pieces the text arrives in', () => {
  for (const [text, wanted] of TEXTS) {
    expect(read([text])).toBe(wanted)
    if (text.length <= 45)
      for (let at = 0; at <= text.length; at += 1)
        for (let second = at; second <= text.length; second += 1)
          expect(
            read([text.slice(0, at), text.slice(at, second), text.slice(second)]),
            `${text} at ${at}, ${second}`,
          ).toBe(wanted)
    expect(read([...text]), `${text} by character`).toBe(wanted)
    expect(read(text.split('')), `${text} by unit`).toBe(wanted)
  }
})

test('half a mark is never let out', () => {
  const reader = createMarkerReader(() => true)
  const said = [...'See [E1, E2] now'].map((each) => reader.push(each))
  for (const pieces of said)
    for (const piece of pieces) if (piece.kind === 'text') expect(piece.text).not.toMatch(/[[\]]/)
})

test('a bracket that never closes does not hold the answer back', () => {
  const reader = createMarkerReader(() => true)
  const text = `[${'1, '.repeat(200)}`
  const said = [...text].flatMap((each) => reader.push(each))
  expect(said.length).toBeGreaterThan(0)
})

test('code stays code however long it is, and a marker behind it is read', () => {
  const code = `\`\`\`\n${'x = c[E1]\n\n'.repeat(3_000)}\`\`\`\n`
  const text = `${code}It holds [E1].`
  expect(read(text.match(/[\s\S]{1,37}/g) ?? [])).toBe(`${code}It holds <E1>.`)
  expect(read([text])).toBe(`${code}It holds <E1>.`)
})

test('numbers in a text made at random are never lost', () => {
  const parts = [
    '[1, 2]',
    '[0, 1]',
    '$',
    '`',
    ' in ',
    'word ',
    '。',
    '. ',
    '\n\n',
    '[3]',
    '(E2)',
    '得分',
    '\\(',
    '\\)',
    '[E1]',
    '|',
    '[1](x)',
  ]
  let seed = 7
  const draw = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return parts[seed % parts.length]
  }
  for (let round = 0; round < 400; round += 1) {
    const text = Array.from({ length: 14 }, draw).join('')
    const said = read([text])
    expect(read([...text]), text).toBe(said)
    const figures = (from: string) => from.match(/\d/g)?.join('') ?? ''
    expect(figures(said), text).toBe(figures(text))
  }
})

test.each([
  ['a sentence', 'It falls [E1.2].', '<E1.2>'],
  ['several', 'It falls [E1.2, E3.1].', '<E1.2+E3.1>'],
  ['a sentence of the source before', 'It falls [E1.2, 4].', '<E1.2+E1.4>'],
  ['a range of sentences', 'It falls [E1.2-4].', '<E1.2+E1.3+E1.4>'],
  ['a range with both ends', 'It falls [E1.2–E1.4].', '<E1.2+E1.3+E1.4>'],
  ['a range over sources', 'It falls [E1.2-E3.1].', '<E1.2+E2+E3.1>'],
  ['sources and sentences', 'It falls [E1, E3.1].', '<E1+E3.1>'],
  ['ids without commas', 'It falls [E1.2 E3.1].', '<E1.2+E3.1>'],
  ['ids in backticks', 'It falls [`E1.2`, `E3.1`].', '<E1.2+E3.1>'],
  ['a number alone', 'The error of all totals falls [1.2].', '<E1.2>'],
  ['a footnote', 'The error of all totals falls [^1.2].', '<E1.2>'],
  ['round brackets', 'The error of all totals falls (E1.2).', '<E1.2>'],
  ['full-width brackets', '误差下降了很多（E1.2）。', '<E1.2>'],
  ['a named source', '误差下降了很多[来源1.2]。', '<E1.2>'],
])('a mark may name %s', (_name, text, mark) => {
  const wanted = text.replace(
    / ?(?:\[[^\]]*\]|[(（][^)）]*[)）])(?=[.。]$)/,
    (found) => (found.startsWith(' ') ? ' ' : '') + mark,
  )
  expect(readPlaces([text])).toBe(wanted)
  expect(readPlaces([...text])).toBe(wanted)
})

test('a number with a sentence that a source does not have stays text', () => {
  const text = 'The odds of a fall are the same [1.85] as before, or higher [2.12].'
  expect(readPlaces([text])).toBe(text)
})

/** Ways to write one id, with (`lead`) or without the name of a source, and the brackets around a list. */
const ID_LEADS = ['E', 'E ', 'Evidence ', '来源', '证据 ']
const BRACKETS = [
  ['[', ']'],
  ['【', '】'],
  ['［', '］'],
  ['[^', ']'],
  ['\\[', '\\]'],
  ['[ ', ' ]'],
  ['[`', '`]'],
] as const
const SEPARATORS = [', ', ',', '，', '; ', '；', '、']

test('every spelling of every list of ids is read, whatever pieces it arrives in', () => {
  const draw = createDraw(11)
  const one = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item
  for (let round = 0; round < 600; round += 1) {
    const places = Array.from({ length: 1 + draw(3) }, () => {
      const sentence = draw(2) === 0 ? '' : `.${1 + draw(SENTENCES)}`
      return `${1 + draw(OFFERED)}${sentence}`
    })
    const lead = one(ID_LEADS)
    const [open, close] = one(BRACKETS)
    const mark = `${open}${places.map((each) => lead + each).join(one(SEPARATORS))}${close}`
    const text = `${one(['The error of totals falls ', '误差大幅下降'])}${mark}${one(['.', '。', ', and more.'])}`
    const wanted = text.replace(mark, `<${[...new Set(places)].map((each) => `E${each}`).join('+')}>`)
    const cuts = [draw(text.length), draw(text.length)].toSorted((a, b) => a - b)
    const parts = [text.slice(0, cuts[0]), text.slice(cuts[0], cuts[1]), text.slice(cuts[1])]
    expect(readPlaces([text]), text).toBe(wanted)
    expect(readPlaces(parts), `${text} at ${cuts}`).toBe(wanted)
    expect(readPlaces([...text]), `${text} by character`).toBe(wanted)
  }
})

test.each([
  ['As E1 shows, it falls [E1.2].', 'As Lin (2020) shows, it falls <E1.2>.'],
  ['由E1和E2.3可知，误差下降', '由Lin (2020)和Osei (2021)可知，误差下降'],
  ["E2's figures are those of E1.", "Osei (2021)'s figures are those of Lin (2020)."],
  ['The last word is E1', 'The last word is Lin (2020)'],
  ['E3 has no name, E12 is not offered', 'E3 has no name, E12 is not offered'],
  ['PE1, E1x, E1-deficient, a/E1, `E1` and $E1$', 'PE1, E1x, E1-deficient, a/E1, `E1` and $E1$'],
  ['Estradiol (E2) rose [E1].', 'Estradiol (E2) rose <E1>.'],
  ['Risk fell [E1.1]. 误差下降了很多（E2.4）。', 'Risk fell <E1.1>. 误差下降了很多<E2.4>。'],
  ['Risk fell [E1]. Errors fell (E2.3, E3.1).', 'Risk fell <E1>. Errors fell <E2.3+E3.1>.'],
])('an id in the running text becomes the name of its source: %s', (text, wanted) => {
  expect(readPlaces([text])).toBe(wanted)
  expect(readPlaces([...text])).toBe(wanted)
})

test('marks that name nothing offered stay and are counted', () => {
  const reader = createMarkerReader((id) => id === 'E1')
  const pieces = [...reader.push('It falls [E9] and rises [E1] and [E7.2].'), ...reader.end()]
  expect(pieces.map((each) => (each.kind === 'text' ? each.text : '<>')).join('')).toBe(
    'It falls [E9] and rises <> and [E7.2].',
  )
  expect(reader.unknown()).toBe(2)
})
