import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import { readCsl, withNoteFields } from '../read-csl.ts'
import { fromBibtex } from '../testing/from-bibtex.ts'
import { formatGb } from './gb.ts'

const file = new URL('../../../../shared/data/gbt7714/cases.json', import.meta.url)

interface Case {
  id: string
  standard: string
  entry_type: string
  fields: Record<string, string>
  bibtex_fields?: Record<string, string>
  expected: Record<string, string>
  csl_json?: unknown
  agrees_with_other_engine_2015?: boolean
  agrees_with_other_engine_2025?: boolean
}

interface Comparison {
  id: string
  /** Both programs print the same, apart from the punctuation within stored text. */
  agreed: boolean
  expected: string
  printed: string
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

/** Two cases of our own, so that the comparison is tried where the collection is not at hand. */
const own: Case[] = [
  {
    id: 'from BibTeX',
    standard: 'GB/T 7714-2025',
    entry_type: 'article',
    fields: {
      author: 'Weiss, Ann-Marie and others',
      title: 'On Snow: A Survey',
      journal: 'Snow',
      year: '2021',
    },
    bibtex_fields: { author: 'Weiss, Ann-Marie and others', title: 'On {Snow}: A Survey', journal: 'Snow' },
    expected: {
      numeric: 'Weiss A-M，et al. On Snow：a survey[J]. Snow，2021.',
      'author-date': 'Weiss A-M，et al.，2021b. On Snow：a survey[J]. Snow.',
    },
    agrees_with_other_engine_2025: true,
  },
  {
    id: 'from CSL-JSON',
    standard: '',
    entry_type: 'book',
    fields: {},
    csl_json: {
      id: 'x',
      type: 'book',
      title: '雪：概论',
      author: [{ literal: '白雪' }],
      publisher: '冬出版社',
      'publisher-place': '哈尔滨',
      note: 'page: 12',
      issued: { 'date-parts': [['2021']] },
    },
    expected: {
      '2025-numeric': '白雪. 雪：概论[M]. 哈尔滨：冬出版社，2021：12.',
      '2015-numeric': '白雪. 雪：概论[M]. 哈尔滨: 冬出版社, 2021: 12.',
      '2015-author-date': '白雪, 2021. 雪：概论[M]. 哈尔滨: 冬出版社: 12.',
    },
    agrees_with_other_engine_2015: true,
    agrees_with_other_engine_2025: true,
  },
]

/** The letter behind the year depends on the whole list, which the cases do not hold: it is given. */
function suffixOf(expected: string): string {
  const head = expected.split(/[.．] /)[0] ?? ''
  return expected.match(/(?:n\.d\.|无日期)-([a-z])/)?.[1] ?? head.match(/[\d）—]([a-z])\]?$/)?.[1] ?? ''
}

function comparison(one: Case, edition: 2015 | 2025, authorDate: boolean): Comparison[] {
  const system = authorDate ? 'author-date' : 'numeric'
  const fromCsl = one.csl_json !== undefined
  const expected = one.expected[fromCsl ? `${edition}-${system}` : system]
  if (expected === undefined || (!fromCsl && !one.standard.includes(String(edition)))) return []
  const item: CslItem = fromCsl
    ? withNoteFields(readCsl(one.csl_json))
    : fromBibtex(one.entry_type, one.fields, one.bibtex_fields ?? one.fields)
  // One program leaves stored text alone, the other gives it the entry's marks.
  const converting = edition === 2025 ? 'standard' : 'half'
  const printed = formatGb(item, edition, authorDate ? 'author-date' : 'numeric', {
    punctuation: fromCsl ? 'structure' : converting,
    yearSuffix: authorDate ? suffixOf(expected) : '',
  })
  const agreed = edition === 2025 ? one.agrees_with_other_engine_2025 : one.agrees_with_other_engine_2015
  return [{ id: one.id, agreed: agreed === true, expected, printed }]
}

test('an own case from BibTeX and one from CSL-JSON print as expected in every edition and system', () => {
  for (const edition of [2025, 2015] as const)
    for (const authorDate of [false, true])
      for (const found of own.flatMap((one) => comparison(one, edition, authorDate)))
        expect(found.printed, found.id).toBe(found.expected)
})

const percent = (part: Comparison[], whole: Comparison[]): number =>
  whole.length === 0 ? 0 : Math.round((part.length / whole.length) * 1000) / 10

for (const edition of [2025, 2015] as const) {
  for (const authorDate of [false, true]) {
    const all = cases.flatMap((one) => comparison(one, edition, authorDate))
    const agreed = all.filter((one) => one.agreed)
    if (agreed.length === 0) continue
    test(`GB/T 7714-${edition} ${authorDate ? 'author-date' : 'numeric'} entries read as two other programs print them`, () => {
      const same = all.filter((one) => one.printed === one.expected)
      const sameAgreed = agreed.filter((one) => one.printed === one.expected)
      console.log(
        `GB/T 7714-${edition} ${authorDate ? 'author-date' : 'numeric'}: agreed ${sameAgreed.length}/${agreed.length}, all ${same.length}/${all.length}`,
      )
      if (process.env.SHOW_DIFFERENCES)
        for (const one of all.filter((each) => each.printed !== each.expected))
          console.log(`${one.agreed ? '!' : ' '} ${one.id}\n    ${one.expected}\n    ${one.printed}`)
      expect(percent(sameAgreed, agreed)).toBeGreaterThanOrEqual(97)
    })
  }
}
