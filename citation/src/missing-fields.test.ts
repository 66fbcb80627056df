import { expect, test } from 'vitest'
import type { CslItem, CslType } from './csl.ts'
import { parseName } from './parse-name.ts'
import { runsText } from './runs.ts'
import { formatReference, styles } from './styles.ts'

const TYPES: CslType[] = [
  'article',
  'article-journal',
  'article-newspaper',
  'book',
  'chapter',
  'dataset',
  'document',
  'map',
  'paper-conference',
  'patent',
  'report',
  'software',
  'standard',
  'thesis',
  'webpage',
]

const full: Omit<CslItem, 'id' | 'type'> = {
  author: [parseName('Weiss, Ann')],
  editor: [parseName('Cole, Bob')],
  title: 'Snow',
  'container-title': 'Winters',
  publisher: 'Frost',
  'publisher-place': 'Oslo',
  volume: '4',
  issue: '2',
  page: '10-12',
  issued: { 'date-parts': [[2020, 5, 1]] },
  accessed: { 'date-parts': [[2021, 6, 2]] },
  number: 'N7',
  DOI: '10.1/x',
  URL: 'https://a.b/c',
}

// The keys of `full` are its own.
const fields = Object.keys(full) as (keyof typeof full)[]

/** The item with everything, with one or two fields missing, and with one or two fields alone. */
function variants(type: CslType): CslItem[] {
  const only = (keep: (field: string) => boolean): CslItem => ({
    ...Object.fromEntries(Object.entries(full).filter(([field]) => keep(field))),
    id: 'x',
    type,
  })
  // A field paired with itself is a single one.
  const pairs = fields.flatMap((one, at) => fields.slice(at).map((other): [string, string] => [one, other]))
  return [
    ...pairs.map((pair) => only((field) => !pair.includes(field))),
    ...pairs.map((pair) => only((field) => pair.includes(field))),
  ]
}

/** Marks without what they belong to: doubled, at the start, before another mark, in empty brackets. */
const STRAY =
  /undefined|null|NaN|^[\s.,:;，：)/]|\.\.|,,|, ,|，，|: ?[,;:.]|[,;] ?[.;:]|：[，：.]|，[：.]| {2}|\( ?\)|（）|\[\]|“”|[(（] | [,;:)]|[,:;，：] ?$/

test('whatever a record lacks, no style leaves a mark behind', () => {
  const strays: string[] = []
  for (const { id } of styles)
    for (const type of TYPES)
      for (const item of variants(type)) {
        const printed = runsText(formatReference(id, item))
        if (STRAY.test(printed)) strays.push(`${id} ${type} ${Object.keys(item)}: ${printed}`)
      }
  expect(strays).toEqual([])
})
