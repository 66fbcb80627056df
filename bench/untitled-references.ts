// References without titles, as physics and chemistry print them: names, the journal in full or abbreviated, numbers.
import type { Work } from '../contract/src/index.ts'
import { readStarterWorks } from './printed-references.ts'
import { createRandom, type Random } from './random.ts'
import type { GoldReference } from './reference-gold.ts'

/** Number of references that are printed of each article. */
const COPIES_PER_WORK = 2
/** Largest number of authors that are printed. */
const MAX_NAMES = 6
/** One reference in so many begins with the journal. */
const REFERENCES_PER_NAMELESS = 8

/** An author by family name and initials, without full stops. */
interface Person {
  family: string
  initials: string[]
}

/** What a reference without a title prints. */
interface Article {
  people: Person[]
  journal: string
  year: string
  volume: string
  issue: string | null
  /** The first page, or all. */
  pages: string
}

/** Returns what is printed of a work; null for one that lacks a part, or whose journal has a Chinese title. */
function readArticle({ creators, ...work }: Work): Article | null {
  const people = creators.slice(0, MAX_NAMES).flatMap(({ family, given }) => {
    const initials = given?.match(/\p{Lu}/gu) ?? []
    return family && initials.length > 0 ? [{ family, initials }] : []
  })
  const [pages] = /^[a-z]?\d+(?:-\d+)?/i.exec(work.basic_page ?? '') ?? []
  const { basic_sourcename: journal, basic_source_vo: volume, publish_date: date } = work
  if (
    people.length === 0 ||
    !journal ||
    !volume ||
    !date ||
    !pages ||
    !/^\p{Lu}\P{Script=Han}+$/u.test(journal)
  )
    return null
  return { people, journal, year: date.slice(0, 4), volume, issue: work.basic_source_no, pages }
}

/** Matches the words that abbreviated titles of journals leave out. */
const JOINING_WORD = /^(?:of|the|and|in|for|on|&)$/i

/** Abbreviates the long words of a journal, with full stops or without. */
function abbreviate(random: Random, journal: string): string {
  const words = journal.split(/[\s:]+/).filter((word) => !JOINING_WORD.test(word))
  if (words.length === 1) return journal
  const stop = random.once(4) ? '' : '.'
  return words
    .map((word) => (word.length > 5 ? word.slice(0, 3 + random.below(3)) + stop : word))
    .join(stop !== '' && random.once(6) ? '' : ' ')
}

/** The forms of a name: `A. B. Ness`, `A.B. Ness`, `Ness, A. B.`, `Ness A B`, `Ness AB`. */
const NAME_FORMS: ((person: Person) => string)[] = [
  ({ family, initials }) => `${initials.map((each) => `${each}.`).join(' ')} ${family}`,
  ({ family, initials }) => `${initials.map((each) => `${each}.`).join('')} ${family}`,
  ({ family, initials }) => `${family}, ${initials.map((each) => `${each}.`).join(' ')}`,
  ({ family, initials }) => `${family} ${initials.join(' ')}`,
  ({ family, initials }) => `${family} ${initials.join('')}`,
]

/** Prints names in one form, in full or with et al. after the first. */
function printNames(random: Random, people: readonly Person[]): string {
  const form = random.pick(NAME_FORMS)
  const names = people.map(form)
  const [last = ''] = names.splice(-1)
  if (names.length === 0) return last
  if (random.once(5))
    return `${names[0]}${random.pick([' ', ', '])}${random.pick(['et al.', 'et al.', 'and others'])}`
  const between = form(people[0] ?? { family: '', initials: [] }).includes(',') ? '; ' : ', '
  return names.join(between) + random.pick([between, ' and ', `${between}and `]) + last
}

/** Prints the journal and the numbers as physics, chemistry, medicine and publishers of several fields do. */
function printPlace(random: Random, journal: string, { year, volume, issue, pages }: Article): string {
  const issued = issue && random.once(2) ? `${volume}(${issue})` : volume
  return random.pick([
    `, ${journal} ${volume}, ${pages} (${year}).`,
    `, ${journal} ${volume}, ${pages} (${year})`,
    `, ${journal}, ${volume}, ${pages}, ${year}.`,
    ` ${journal} ${year}, ${volume}, ${pages}.`,
    `. ${journal} ${year}, ${issued}, ${pages}.`,
    `, ${journal} ${volume} (${year}) ${pages}.`,
    `, ${journal}, ${issued} (${year}), p. ${pages}.`,
    `, ${year} ${journal} ${volume} ${pages}`,
    ` ${year} ${journal} ${volume} ${pages}.`,
    `. ${journal}. ${year};${issued}:${pages}.`,
    `. ${journal} ${volume}, ${pages} (${year}).`,
    ` (${year}) ${journal} ${issued}:${pages}.`,
  ])
}

/** Prints a reference with its gold labels; `at` numbers it. */
function printUntitled(random: Random, whole: Article, at: number): GoldReference {
  const article = random.once(2) ? whole : { ...whole, pages: whole.pages.replace(/-.*/, '') }
  const names = random.once(REFERENCES_PER_NAMELESS) ? '' : printNames(random, article.people)
  const journal = random.once(2) ? article.journal : abbreviate(random, article.journal)
  const place = printPlace(random, journal, article)
  const number = random.once(2) ? '' : String(1 + random.below(99))
  const lead =
    number && random.pick([`[${number}] `, `[${number}]`, `(${number}) `, `${number}. `, `${number} `])
  const { year: date, volume, issue, pages } = article
  const hasIssue = issue !== null && place.includes(`(${issue})`)
  return {
    id: `untitled:${at}`,
    text:
      lead +
      (names === '' ? place.replace(/^[\s,.(]+|\)(?= \p{Lu})/gu, '') : (names + place).replace('..', '.')),
    fields: {
      ...(number && { number }),
      ...(names && { author: names.replace(/,? (?:et al\.|and others)$/, '') }),
      ...(hasIssue && { issue }),
      container: journal,
      date,
      volume,
      pages,
    },
    unscored: [],
    lang: 'en',
    source: 'untitled',
  }
}

/** Returns references of the articles of the starter library in shapes that random numbers choose. */
export function untitledReferences(seed: number): GoldReference[] {
  const random = createRandom(seed)
  const articles = readStarterWorks().flatMap((work) => readArticle(work) ?? [])
  return articles.flatMap((article, at) =>
    Array.from({ length: COPIES_PER_WORK }, (_, copy) =>
      printUntitled(random, article, at * COPIES_PER_WORK + copy),
    ),
  )
}
