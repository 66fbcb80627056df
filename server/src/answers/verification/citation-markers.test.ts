import { expect, test } from 'vitest'
import { type AnswerPiece, createMarkerReader } from './citation-markers.ts'

const OFFERED = 6

/** The pieces of a text that arrives in the given parts, neighbouring texts joined. */
function read(parts: string[]): string {
  const reader = createMarkerReader((id) => Number(id.slice(1)) >= 1 && Number(id.slice(1)) <= OFFERED)
  const pieces: AnswerPiece[] = [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
  return pieces.map((each) => (each.kind === 'text' ? each.text : `<${each.ids.join('+')}>`)).join('')
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
