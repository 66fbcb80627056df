import { expect, test } from 'vitest'
import { formatGb } from './gb/gb.ts'
import { initials } from './names.ts'
import { compactName, invertedName, naturalName } from './western/people.ts'

/** Numbers that look drawn and are the same each time. */
function createDraw(seed: number) {
  let state = seed
  return <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const item = items[Math.floor((state / 2 ** 32) * items.length)]
    if (item === undefined) throw new Error('nothing to draw from')
    return item
  }
}

const PARTS = [
  'Xiao',
  'Kai',
  'Jean',
  'Anne',
  'Émile',
  'Øyvind',
  'Ada',
  'Igor',
  'Ülle',
  'Oluwa',
  'Bob',
  'Ann',
  'Éva',
  'Li',
  'Wei',
]
const LATER = ['ming', 'lin', 'Luc', 'luc', 'marie', 'Rae', 'øystein', 'Élan']
const ABBREVIATED = ['Th.', 'Ch.', 'Yu.', 'Ya.', 'Zh.', 'Shch.', 'Chr.', 'Ph.', 'Kh.', 'Th', 'Zh']
const HYPHENS = ['-', '‐', '‑', '–']

interface Drawn {
  given: string
  /** The initials of each word, part by part. */
  words: string[][]
}

function drawGiven(draw: ReturnType<typeof createDraw>): Drawn {
  const words = Array.from({ length: draw([1, 2, 3]) }, () => {
    const kind = draw(['whole', 'hyphen', 'letter', 'abbreviated'] as const)
    if (kind === 'abbreviated') {
      const word = draw(ABBREVIATED)
      return { word, letters: [word.replace('.', '')] }
    }
    if (kind === 'letter') {
      const letter = draw(['A', 'K', 'É', 'Z'])
      return { word: `${letter}.`, letters: [letter] }
    }
    const first = draw(PARTS)
    if (kind === 'whole') return { word: first, letters: [first.charAt(0)] }
    const second = draw(LATER)
    return {
      word: first + draw(HYPHENS) + second,
      letters: [first.charAt(0), second.charAt(0).toUpperCase()],
    }
  })
  return { given: words.map(({ word }) => word).join(' '), words: words.map(({ letters }) => letters) }
}

test('initials are capitals, part by part, and abbreviations of two letters stay whole, in every style', () => {
  const draw = createDraw(7)
  for (let n = 0; n < 500; n += 1) {
    const { given, words } = drawGiven(draw)
    const name = { family: draw(['Ren', 'van der Meer', 'O’Neill', 'García-Paz']), given }
    const spaced = words.flat().join(' ')
    expect([given, initials(given, 'separate').join(' ')]).toEqual([given, spaced])
    const hyphened = words.map((letters) => letters.join('-')).join(' ')
    expect([given, initials(given, 'hyphenated').join(' ')]).toEqual([given, hyphened])
    const dotted = words.map((letters) => `${letters.join('.-')}.`).join(' ')
    expect(invertedName(name, 'initials')).toBe(`${name.family}, ${dotted}`)
    expect(naturalName(name, 'initials')).toBe(`${dotted} ${name.family}`)
    expect(compactName(name)).toBe(`${name.family} ${words.flat().join('')}`)
  }
})

test.each([
  [2015, 'NGO Th M, REN K L. Dots[J]. J. Dots, 2018.'],
  [2025, 'Ngo Th M，Ren K-L. Dots[J]. J Dots，2018.'],
] as const)('GB/T 7714-%s prints them without stops', (edition, expected) => {
  const author = [
    { family: 'Ngo', given: 'Th. M.' },
    { family: 'Ren', given: 'Kai-lin' },
  ]
  const issued = { 'date-parts': [[2018]] }
  const item = { id: '1', type: 'article-journal' as const, title: 'Dots', 'container-title': 'J. Dots' }
  expect(formatGb({ ...item, author, issued }, edition, 'numeric')).toBe(expected)
})

test('names without capitals get them, particles behind a name do not', () => {
  expect(initials('kai-lin', 'hyphenated')).toEqual(['K-L'])
  expect(initials('Pieter H van der', 'separate')).toEqual(['P', 'H', 'v', 'd'])
})
