import {
  type ManuscriptCheckEvent,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  RESOURCE_TYPE,
} from '@scinav/contract'
import { checkEvent, createFinding, type EntryRecord, type ManuscriptCheck } from '../check/check.ts'
import { loadRequirements, type Requirement } from '../check/requirements.ts'
import { createAuthorTest } from './author-names.ts'
import { type Counts, compositionFindings, type EntryFacts } from './composition.ts'
import { citesPreprint } from './preprints.ts'

type Balance = NonNullable<ManuscriptCheckState['balance']>

/** Number of years, this one included, whose entries count as recent. */
const RECENT_YEARS = 5

/**
 * Counts the composition of the list, and compares it with the rules of the school. Yields the counts, then one event
 * with all findings.
 */
export async function* balanceStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const records = await check.storage.records()
  const thisYear = check.ctx.now().getUTCFullYear()
  const namesAuthor = createAuthorTest(text.authors)
  const facts = text.entries.map((each) =>
    entryFacts(each.text, records.get(each.index), namesAuthor, thisYear),
  )
  const counts = countEntries(facts, thisYear)
  const requirements = (await loadRequirements(check.ctx.config)).map((rule) =>
    judgeRequirement(rule, counts, thisYear),
  )
  const balance = { ...counts, requirements }
  yield checkEvent('balance.ready', { balance })
  const unmet = requirements.flatMap(({ name, required, actual, is_met }, at): ManuscriptFinding[] =>
    is_met
      ? []
      : [
          createFinding(at, {
            kind: 'requirement',
            severity: 'check',
            message: `${name}：本单位要求${required}，这份稿件是 ${actual}`,
          }),
        ],
  )
  const findings = [...unmet, ...compositionFindings(text, facts, counts)]
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'balance', done: total, total, findings, checked: [] })
}

/** A year from 1800 to 2099. */
const YEAR = /(?<!\d)(?:1[89]\d{2}|20\d{2})(?!\d)/g
/** Texts whose digits are no year of publication: access dates in brackets (`[2024-03-01]`), URLs and DOIs. */
const ACCESS_DATE_OR_ADDRESS =
  /[[［(（]\d{4}-\d{1,2}-\d{1,2}[\]］)）]|https?:\/\/\S{1,300}|10\.\d{4,9}\/\S{1,300}/g

/** Returns the year of an entry: that of its record, else the last one that is written in it; null without one. */
function yearOfEntry(entryText: string, record: EntryRecord | undefined, thisYear: number): number | null {
  const recorded = Number(record?.work.publish_date?.slice(0, 4))
  if (recorded > 0) return recorded
  const years = [...entryText.replace(ACCESS_DATE_OR_ADDRESS, ' ').matchAll(YEAR)]
    .map(([year]) => Number(year))
    .filter((year) => year <= thisYear + 1)
  return years.at(-1) ?? null
}

const HAN = /\p{Script=Han}/u

/** Returns what is counted of an entry; `record` is the record that was found for it. */
function entryFacts(
  entryText: string,
  record: EntryRecord | undefined,
  namesAuthor: (entryText: string) => boolean,
  thisYear: number,
): EntryFacts {
  const { resource_type: type, basic_sourcename: source = null } = record?.work ?? {}
  return {
    year: yearOfEntry(entryText, record, thisYear),
    journal: type === RESOURCE_TYPE.journalArticle ? source : null,
    isForeign: !HAN.test(entryText),
    isPreprint: citesPreprint(entryText, record),
    isOwn: namesAuthor(entryText),
  }
}

/** Returns how often each value occurs, leaving out nulls. */
function countValues<Value>(values: readonly (Value | null)[]): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Counts the entries by year, language and kind. `journal` is the one cited most; null when no journal is cited twice.
 */
function countEntries(facts: readonly EntryFacts[], thisYear: number): Counts {
  const years = [...countValues(facts.map(({ year }) => year))].map(([year, count]) => ({ year, count }))
  const [most] = [...countValues(facts.map(({ journal }) => journal))].toSorted(([, a], [, b]) => b - a)
  const sum = (some: typeof years) => some.reduce((total, { count }) => total + count, 0)
  return {
    entries: facts.length,
    ages: {
      known: sum(years),
      recent: sum(years.filter(({ year }) => year > thisYear - RECENT_YEARS)),
      recent_years: RECENT_YEARS,
    },
    years: years.toSorted((a, b) => a.year - b.year),
    foreign: facts.filter(({ isForeign }) => isForeign).length,
    preprints: facts.filter(({ isPreprint }) => isPreprint).length,
    self_citations: facts.filter(({ isOwn }) => isOwn).length,
    journal: most && most[1] > 1 ? { name: most[0], count: most[1] } : null,
  }
}

/** Returns a rule with its bounds and the value of the list as texts, and whether it is met. */
function judgeRequirement(
  rule: Requirement,
  counts: Counts,
  thisYear: number,
): Balance['requirements'][number] {
  const value = measureOf(rule, counts, thisYear)
  const print = (each: number) => (rule.unit === 'share' ? `${Math.round(each * 100)}%` : `${each} 条`)
  const isMet = (rule.min === undefined || value >= rule.min) && (rule.max === undefined || value <= rule.max)
  const bounds = [
    ...(rule.min === undefined ? [] : [`不少于 ${print(rule.min)}`]),
    ...(rule.max === undefined ? [] : [`不多于 ${print(rule.max)}`]),
  ]
  return { name: rule.name, required: bounds.join('、'), actual: print(value), is_met: isMet }
}

/** Returns what a rule measures: a number of entries, or a share, 0–1. */
function measureOf({ measure, years = RECENT_YEARS }: Requirement, counts: Counts, thisYear: number): number {
  const { entries, ages } = counts
  const recent = counts.years.filter(({ year }) => year > thisYear - years)
  const share = (part: number, whole = entries) => (whole === 0 ? 0 : part / whole)
  switch (measure) {
    case 'entries':
      return entries
    case 'foreign_share':
      return share(counts.foreign)
    case 'recent_share':
      return share(
        recent.reduce((sum, { count }) => sum + count, 0),
        ages.known,
      )
    case 'self_citation_share':
      return share(counts.self_citations)
    case 'preprint_share':
      return share(counts.preprints)
    case 'one_journal_share':
      return share(counts.journal?.count ?? 0)
  }
}
