// npm run bench -- references [FOLDER]: checks that references of the library printed in six styles, some with scanning
// errors, are found without false differences, and that those changed by a script are reported with the changed field.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatReference, runsText, type StyleId, toCsl } from '../citation/src/index.ts'
import type { Work } from '../contract/src/index.ts'
import { RESOURCE_TYPE, readWork } from '../contract/src/index.ts'
import { checkReferences } from '../server/src/citation/check/check.service.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import { hasAcl, openQuestionLibrary } from './question-library.ts'
import { createRandom, type Random } from './random.ts'
import { publishFigures, rounded } from './results.ts'

const REFERENCE_COUNT = 300
/** One in so many letters that scanners confuse is changed. */
const LETTERS_PER_ERROR = 40
const STYLES: StyleId[] = ['gb-2015-numeric', 'gb-2025-author-date', 'apa-7', 'ieee', 'vancouver', 'mla-9']
const BATCH_SIZE = 50

const formatPlain = (style: StyleId, work: Work): string => runsText(formatReference(style, toCsl(work)))

/** Introduces scanning errors into some of the letters that scanners confuse: `l` as `1`; addresses stay. */
function addScanErrors(random: Random, text: string): string {
  const doi = text.search(/\b(?:doi|https?):/i)
  const [body, rest] = doi < 0 ? [text, ''] : [text.slice(0, doi), text.slice(doi)]
  return (
    body.replace(/[lo]|m(?=[a-z])/g, (sign) =>
      random.once(LETTERS_PER_ERROR) ? ({ l: '1', o: '0', m: 'rn' }[sign] ?? sign) : sign,
    ) + rest
  )
}

const MUTATIONS = [
  'title',
  'authors',
  'year',
  'doi',
  'missing',
  'surname',
  'initial',
  'journal',
  'last page',
  'volume',
] as const
type Mutation = (typeof MUTATIONS)[number]

/** The reported field of a mutation, where it is not the mutation's own name. */
const MUTATED_FIELDS: Partial<Record<Mutation, string>> = {
  surname: 'authors',
  initial: 'authors',
  'last page': 'pages',
}

/** Returns a work with a false field, for some kinds taken from `other`; null when it has nothing to change. */
function mutateWork(random: Random, kind: Mutation, work: Work, other: Work): Work | null {
  switch (kind) {
    case 'title':
      return replaceTitleWord(random, work, other)
    case 'authors':
      return work.creators.length === 0 || other.creators.length === 0
        ? null
        : { ...work, doi: null, creators: other.creators }
    case 'year': {
      const year = Number(work.publish_date?.slice(0, 4))
      const by = (1 + random.below(3)) * (random.once(2) ? 1 : -1)
      return year ? { ...work, doi: null, publish_date: String(year + by) } : null
    }
    case 'doi':
      return other.doi && work.doi ? { ...work, doi: other.doi } : null
    case 'missing':
      return inventWork(work, other)
    default:
      return applyMinorMutation(random, kind, work, other)
  }
}

type MinorMutation = 'surname' | 'initial' | 'journal' | 'last page' | 'volume'

/** For each mutation, returns the changed field, in which one letter, name or number is wrong; null without the field. */
const MINOR_MUTATIONS: Record<
  MinorMutation,
  (random: Random, work: Work, other: Work) => Partial<Work> | null
> = {
  surname: (random, { creators: [first, ...creators] }) => {
    const family = replaceLetter(random, first?.family ?? '', 1 + random.below(3))
    if (!first?.given || !family) return null
    return { creators: [{ ...first, family, name: `${first.given} ${family}` }, ...creators] }
  },
  initial: (random, { creators: [first, ...creators] }) => {
    const given = replaceLetter(random, first?.given ?? '', 0)
    if (!first?.family || !given) return null
    return { creators: [{ ...first, given, name: `${given} ${first.family}` }, ...creators] }
  },
  journal: (_, work, other) => {
    const [from, to] = [work.basic_sourcename, other.basic_sourcename]
    const isOther = from !== null && to !== null && from !== to && work.language === other.language
    return isOther && isArticle(work) && isArticle(other) ? { basic_sourcename: to } : null
  },
  'last page': (random, { basic_page }) => {
    const [, begin, end] = /^(\d+)[-–](\d+)$/.exec(basic_page ?? '') ?? []
    return begin && end ? { basic_page: `${begin}-${Number(end) + 1 + random.below(20)}` } : null
  },
  volume: (random, { basic_source_vo, basic_page }) => {
    const volume = Number(basic_source_vo)
    return volume && basic_page ? { basic_source_vo: String(volume + 1 + random.below(9)) } : null
  },
}

const isArticle = ({ resource_type }: Work) => resource_type === RESOURCE_TYPE.journalArticle

/** Returns a work with a minor mutation and without identifiers, by which it would be found all the same. */
function applyMinorMutation(random: Random, kind: MinorMutation, work: Work, other: Work): Work | null {
  const change = MINOR_MUTATIONS[kind](random, work, other)
  return change && { ...work, doi: null, url: null, external_ids: {}, ...change }
}

const LATIN_LETTERS = 'abcdefghjkmnopqrstuvwxyz'

/**
 * Returns a word with another letter at a position; null when there is no suitable letter. `i` and `l`, which scanners
 * confuse, are not replaced within a word.
 */
function replaceLetter(random: Random, word: string, at: number): string | null {
  const letter = word[at]
  if (letter === undefined || !/[a-z]/i.test(letter) || (at > 0 && /[il]/.test(letter))) return null
  const others = [...LATIN_LETTERS].filter((each) => each !== letter.toLowerCase())
  const next = random.pick(others)
  return word.slice(0, at) + (at === 0 ? next.toUpperCase() : next) + word.slice(at + 1)
}

/** Minimum words of a title, and letters of the words, for one to be replaced. */
const MIN_TITLE_WORDS = 3
const MIN_WORD_CHARS = 5

const longestWord = (title: string): string =>
  title.split(' ').reduce((best, word) => (word.length > best.length ? word : best), '')

const isHanPair = (text: string): boolean => /^\p{Script=Han}{2}$/u.test(text)

/** Replaces the longest word of a title by that of another title, or two Chinese characters by two others. */
function replaceTitleWord(random: Random, work: Work, other: Work): Work | null {
  const { title } = work
  const changed = { ...work, doi: null, url: null }
  if (/\p{Script=Han}/u.test(title)) {
    const at = 1 + random.below(Math.max(1, title.length - 3))
    const replaced = title.slice(at, at + 2)
    const replacement = [...other.title].slice(0, 2).join('')
    if (replaced === replacement || !isHanPair(replaced) || !isHanPair(replacement)) return null
    return { ...changed, title: title.slice(0, at) + replacement + title.slice(at + 2) }
  }
  const replaced = longestWord(title)
  const replacement = longestWord(other.title)
  const hasLongWords = Math.min(replaced.length, replacement.length) >= MIN_WORD_CHARS
  if (!hasLongWords || title.split(' ').length < MIN_TITLE_WORDS || title.includes(replacement)) return null
  return { ...changed, title: title.replace(replaced, () => replacement) }
}

/** Composes a non-existent work of the first half of one title and the second of another, by the authors of the first. */
function inventWork(work: Work, other: Work): Work | null {
  if (work.language !== other.language) return null
  const separator = /\p{Script=Han}/u.test(work.title) ? '' : ' '
  const halves = (text: string): [string, string] => {
    const parts = separator === '' ? [...text] : text.split(separator)
    const middle = Math.ceil(parts.length / 2)
    return [parts.slice(0, middle).join(separator), parts.slice(middle).join(separator)]
  }
  const [firstHalf] = halves(work.title)
  const [, secondHalf] = halves(other.title)
  return { ...work, doi: null, url: null, title: firstHalf + separator + secondHalf }
}

const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'scinav-references-'))
const { base, close } = await openQuestionLibrary(folder, { acl: hasAcl() })
const rows = await base.db.selectFrom('papers').select(['id', 'record']).orderBy('seq').execute()
const works = rows
  .map(({ id, record }) => ({ id, work: readWork(record) }))
  .filter(({ work }) => work.creators.length > 0)
/** Number of the first works, which are those of the starter library. */
const STARTER_COUNT = 674
// Half of the sample is from the starter library, which has all kinds of works and both languages.
const starter = works.slice(0, STARTER_COUNT)
const ctx = { ...base, actor: { id: 'bench', is_admin: false } } as unknown as Context

/** Checks printed references; returns a result for each, in order. */
async function checkEntries(entries: string[]) {
  const all = []
  for (let at = 0; at < entries.length; at += BATCH_SIZE)
    all.push(
      ...(await checkReferences(ctx, { entries: entries.slice(at, at + BATCH_SIZE), engines: [] })).list,
    )
  return all
}

/** How far the samples, by their seeds, have been looked at while the check was written. */
const SEED_USES: Record<number, string> = { 1: 'tuned on', 2: 'tuned on', 3: 'looked at' }

for (const seed of [1, 2, 3]) {
  const random = createRandom(seed)
  const pickFrom = () => random.pick(random.once(2) ? starter : works)
  const real = Array.from({ length: REFERENCE_COUNT }, (_, at) => {
    const { id, work } = pickFrom()
    const text = formatPlain(STYLES[at % STYLES.length] ?? 'apa-7', work)
    return { id, text: random.once(4) ? addScanErrors(random, text) : text }
  })
  const began = performance.now()
  const found = await checkEntries(real.map(({ text }) => text))
  const ms = (performance.now() - began) / REFERENCE_COUNT
  const alarms = real.flatMap((each, at) =>
    found[at]?.status === 'found' ? [] : [{ ...each, is: found[at] }],
  )
  const changed: { kind: Mutation; text: string; style: StyleId }[] = []
  while (changed.length < REFERENCE_COUNT) {
    const kind = MUTATIONS[changed.length % MUTATIONS.length] ?? 'title'
    const style = STYLES[Math.floor(changed.length / MUTATIONS.length) % STYLES.length] ?? 'apa-7'
    const { work } = pickFrom()
    const fault = mutateWork(random, kind, work, pickFrom().work)
    // Some styles do not print the changed field.
    if (
      fault &&
      formatPlain(style, fault) !==
        formatPlain(style, kind === 'doi' ? work : { ...work, doi: fault.doi, url: fault.url })
    )
      changed.push({ kind, style, text: formatPlain(style, fault) })
  }
  const checked = await checkEntries(changed.map(({ text }) => text))
  const missed = changed.flatMap((each, at) => (checked[at]?.status === 'found' ? [each] : []))
  const named = changed.filter(({ kind }, at) =>
    kind === 'missing'
      ? checked[at]?.status === 'missing' || checked[at]?.fields.some(({ field }) => field === 'title')
      : checked[at]?.fields.some(({ field }) => field === (MUTATED_FIELDS[kind] ?? kind)) ||
        (kind === 'doi' && checked[at]?.other),
  )
  for (const kind of MUTATIONS) {
    const countIn = (list: readonly { kind: Mutation }[]) => list.filter((each) => each.kind === kind).length
    const foundCount = countIn(changed) - countIn(missed)
    console.log(`  ${kind}: ${foundCount} of ${countIn(changed)} told, ${countIn(named)} with the field`)
  }
  const share = (part: number) => rounded((part / REFERENCE_COUNT) * 100, 1)
  const percent = (part: number) => `${share(part).toFixed(1)} %`
  const about = `seed ${seed} (${SEED_USES[seed]})`
  publishFigures('references', [
    { name: `${about}: false alarms`, value: share(alarms.length), unit: '%', goal: '≤ 1' },
    {
      name: `${about}: planted faults found`,
      value: share(REFERENCE_COUNT - missed.length),
      unit: '%',
      goal: '≥ 97',
    },
    { name: `${about}: faults named with the field`, value: share(named.length), unit: '%', goal: '≥ 90' },
  ])
  console.log(
    `seed ${seed}: false alarms ${percent(alarms.length)} (goal ≤ 1), changes told ${percent(REFERENCE_COUNT - missed.length)} (≥ 97), field named ${percent(named.length)} (≥ 90), ${ms.toFixed(1)} ms a reference`,
  )
  if (process.argv.includes('shown') && seed < 3) {
    for (const { text, is } of alarms)
      console.log(`  alarm ${is?.status} ${JSON.stringify(is?.fields)} ${text}`)
    for (const { kind, text } of missed) console.log(`  missed ${kind} ${text}`)
    for (const [at, each] of changed.entries())
      if (!named.includes(each) && !missed.includes(each))
        console.log(
          `  ${each.kind} told as ${checked[at]?.status} ${JSON.stringify(checked[at]?.fields)} ${each.text}`,
        )
  }
}
await close()
