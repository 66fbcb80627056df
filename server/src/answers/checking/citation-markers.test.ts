import { expect, test } from 'vitest'
import { createMarkerReader, type Piece } from './citation-markers.ts'

/** The pieces of a text that arrives in the given parts, neighbouring texts joined. */
function read(parts: string[]): string {
  const reader = createMarkerReader()
  const pieces: Piece[] = [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
  return pieces.map((each) => (each.kind === 'text' ? each.text : `<${each.ids.join('+')}>`)).join('')
}

const TEXTS: [string, string][] = [
  ['Risk fell [E3].', 'Risk fell <E3>.'],
  ['A [E1, E2] b [E1][E2] c[e4].', 'A <E1+E2> b <E1><E2> c<E4>.'],
  ['中文【E12】、［E3；E4］。', '中文<E12>、<E3+E4>。'],
  ['Several [E2-E4, 7] and [E 5].', 'Several <E2+E3+E4+E7> and <E5>.'],
  ['Made up [12] and [3, 4]!', 'Made up <> and <>!'],
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
  ['😀[E1]😀', '😀<E1>😀'],
]

test('marks become the same whatever pieces the text arrives in', () => {
  for (const [text, wanted] of TEXTS) {
    expect(read([text])).toBe(wanted)
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
  const reader = createMarkerReader()
  const said = [...'See [E1, E2] now'].map((each) => reader.push(each))
  for (const pieces of said)
    for (const piece of pieces) if (piece.kind === 'text') expect(piece.text).not.toMatch(/[[\]]/)
})

test('a bracket that never closes does not hold the answer back', () => {
  const reader = createMarkerReader()
  const text = `[${'1, '.repeat(200)}`
  const said = [...text].flatMap((each) => reader.push(each))
  expect(said.length).toBeGreaterThan(0)
})
