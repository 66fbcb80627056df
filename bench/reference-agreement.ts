// References of one work in several styles (shared/data/references/with-doi.jsonl): what a parser reads of them has to
// agree, although nobody has labelled them.
import { existsSync, readFileSync } from 'node:fs'
import type { ReferenceFields } from '../formats/src/references/assemble.ts'
import { type Figure, rounded } from './results.ts'

interface StyledReference {
  id: string
  text: string
  style: string
  doi: string
}

const FILE = new URL('../../shared/data/references/with-doi.jsonl', import.meta.url)

const isClean = ({ style }: StyledReference): boolean => !style.endsWith('noise')

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of the first author other than initials; all words where there are no others. */
function firstAuthor({ author = [] }: ReferenceFields): string[] {
  const words = wordsOf(author[0] ?? '')
  const long = words.filter(({ length }) => length > 2)
  return long.length > 0 ? long : words
}

const COMPARED_FIELDS: Record<string, (fields: ReferenceFields) => string[]> = {
  year: ({ date }) => /\d{4}/.exec(date ?? '')?.slice(0, 1) ?? [],
  volume: ({ volume }) => wordsOf(volume ?? '').slice(0, 1),
  'first page': ({ pages }) => wordsOf(pages ?? '').slice(0, 1),
  'first author': firstAuthor,
}

/** Returns whether the values of a field agree: one is a part of the other, or what one text lacks is not in it. */
function agree(values: readonly { text: string; words: string[] }[]): boolean {
  const [shortest, ...others] = values
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => a.words.length - b.words.length)
  if (!shortest) return true
  return (
    others.every(({ words }) => shortest.words.every((word) => words.includes(word))) &&
    values.every(({ text, words }) => words.length > 0 || !wordsOf(text).includes(shortest.words[0] ?? ''))
  )
}

/** Prints how far the references of one work agree, by field, and returns the figures; none without the file. */
export function scoreAgreement(read: (text: string) => ReferenceFields): Figure[] {
  if (!existsSync(FILE)) return []
  const references: StyledReference[] = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const works = [...Map.groupBy(references.filter(isClean), ({ doi }) => doi).values()]
    .filter((list) => list.length > 1)
    .map((list) => list.map(({ text }) => ({ text, fields: read(text) })))
  const agrees = Object.entries(COMPARED_FIELDS).map(([name, wordsIn]) => {
    const each = works.map((list) =>
      agree(list.map(({ text, fields }) => ({ text, words: wordsIn(fields) }))),
    )
    return { name, each }
  })
  const all = works.map((_, at) => agrees.every(({ each }) => each[at]))
  if (process.argv.includes('shown'))
    for (const [at, list] of works.entries())
      if (!all[at])
        for (const { text, fields } of list) console.log(`  ${text}\n    ${JSON.stringify(fields)}`)
  const share = (list: readonly (boolean | undefined)[]) =>
    rounded(list.filter(Boolean).length / list.length, 3)
  console.log(
    `${works.length} works in clean styles: all agree ${share(all)}; ${agrees.map(({ name, each }) => `${name} ${share(each)}`).join(', ')}`,
  )
  return [
    {
      name: `works (${works.length}) whose references in clean styles agree in year, volume, first page and author`,
      value: share(all),
      goal: '≥ 0.9',
    },
  ]
}
