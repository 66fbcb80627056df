// Manuscripts composed by rule: real works, sentences that cite them, and faults at known places.
import {
  formatReference,
  formatReferenceList,
  runsText,
  type StyleId,
  toCsl,
} from '../../citation/src/index.ts'
import type { Work } from '../../contract/src/index.ts'
import { createRandom, type Random } from '../random.ts'
import { changedFigure, changeWork, ENTRY_FAULTS, type FaultKind, isArticle } from './changed-works.ts'
import {
  type CitationForm,
  type CitedList,
  citedNames,
  family,
  numericCitation,
  numericOrNamed,
  type PrintedCitation,
  printCitation,
  type TextPiece,
  yearOf,
} from './printed-citation.ts'

/** A planted fault. */
export interface PlantedFault {
  kind: FaultKind
  /** What a report of it has to name: the number of an entry, or the beginning of its text or its year. */
  label: string
}

/** A block of a manuscript. */
export interface DraftBlock {
  kind: 'heading' | 'paragraph' | 'reference'
  pieces: TextPiece[]
}

/** A manuscript with what is true of it. */
export interface DraftManuscript {
  seed: number
  language: 'zh' | 'en'
  form: CitationForm
  format: 'docx' | 'pdf' | 'latex'
  style: StyleId
  blocks: DraftBlock[]
  /** The entries as printed, without numbers. */
  entries: string[]
  faults: PlantedFault[]
  /** For each citation in the order of the text, the positions of its entries. */
  citations: number[][]
}

/** The forms of citation; one that stands twice is drawn twice as often. */
const FORMS: CitationForm[] = [
  'brackets',
  'full-width',
  'superscript',
  'bare superscript',
  'author-year',
  'author-year',
]
const NUMERIC_STYLES: StyleId[] = ['gb-2015-numeric', 'gb-2025-numeric', 'ieee', 'vancouver']
const AUTHOR_STYLES: StyleId[] = [
  'gb-2015-author-date',
  'gb-2025-author-date',
  'apa-7',
  'chicago-17-author-date',
]

/** Sentences to cite in; some have numbers that are no citations. */
const SENTENCES = {
  zh: [
    '这一方向的早期工作主要依靠人工整理的资料',
    '后来的研究把样本扩大到 2008 年以后的记录',
    '数值先归一化到区间[0, 1]再参与计算',
    '其结果见表 3 和图 2(b)',
    '由式 (4) 可以得到相同的结论',
    '观测面积约为 30 km²，相关系数 R² 为 0.71',
    '多数作者认为样本量仍然不足',
    '不同地区的差异在第 5 节讨论',
    '（2015 年之前没有连续的记录）',
  ],
  en: [
    'Early work in this direction relied on records kept by hand',
    'Later studies extended the sample to records after 2008',
    'All values are scaled to the interval [0, 1] before use',
    'The results are shown in Table 3 and Figure 2(b)',
    'The same conclusion follows from equation (4)',
    'The area is about 30 km² and the coefficient R² is 0.71',
    'Most authors agree that samples are still too small',
    'Regional differences are discussed in Section 5',
    'The array x[3] holds the values of May (2015 only)',
  ],
}

/** What a draft is made of while it grows. */
interface DraftPlan extends CitedList {
  style: StyleId
  entries: string[]
  isLatex: boolean
  faults: PlantedFault[]
  /** The faults of single entries, by their positions. */
  entryFaults: { kind: FaultKind; at: number }[]
}

/** Works to cite: the whole library but for those that notices say are retracted. */
export interface WorkPool {
  works: readonly Work[]
  retracted: readonly Work[]
}

/** Composes the manuscript of a seed, the same each time; `isClean` plants no faults. */
export function draftManuscript(seed: number, pool: WorkPool, isClean: boolean): DraftManuscript {
  const random = createRandom(seed * 7 + 3)
  const language = random.once(2) ? 'zh' : 'en'
  const form = random.pick(FORMS)
  const format = random.pick<DraftManuscript['format']>(['docx', 'docx', 'pdf', 'latex'])
  const style = random.pick(form === 'author-year' ? AUTHOR_STYLES : NUMERIC_STYLES)
  const kinds = isClean ? [] : chooseFaults(random, form, format)
  const plan = planEntries({ random, language, form, style, isLatex: format === 'latex' }, pool, kinds)
  const groups = planCitations(plan, kinds)
  const paragraphs = writeParagraphs(plan, groups, kinds)
  const blocks: DraftBlock[] = [
    { kind: 'heading', pieces: [{ text: language === 'zh' ? '1 引言' : '1 Introduction' }] },
    ...paragraphs,
    { kind: 'heading', pieces: [{ text: language === 'zh' ? '参考文献' : 'References' }] },
    ...plan.entries.map(
      (entry, at): DraftBlock => ({
        kind: 'reference',
        pieces: [{ text: form === 'author-year' ? entry : `[${plan.numbers[at]}] ${entry}` }],
      }),
    ),
  ]
  // A number that was given twice cites both of its entries.
  const citations = groups.map((group) =>
    plan.numbers.flatMap((number, at) => (group.some((cited) => plan.numbers[cited] === number) ? [at] : [])),
  )
  return {
    seed,
    language,
    form,
    format,
    style,
    blocks,
    entries: plan.entries,
    faults: plan.faults,
    citations,
  }
}

/** Returns what a citation by names and year tells of a work; works with the same key are ambiguous. */
const citationKey = (work: Work): string => `${family(work)} ${yearOf(work)}`

const printEntry = (style: StyleId, work: Work): string => runsText(formatReference(style, toCsl(work)))

/** Length of the beginning of an entry in which its first author stands. */
const MAX_NAME_CHARS = 40

/** Draws works that citations can tell apart and that are listed under their first author. */
function drawWorks(random: Random, style: StyleId, library: readonly Work[]): Work[] {
  const count = 12 + random.below(40)
  const chosen = new Map<string, Work>()
  const candidates = [...library]
  while (chosen.size < count) {
    const work = random.pick(candidates)
    const beginning = printEntry(style, work).slice(0, MAX_NAME_CHARS).toLowerCase()
    if (beginning.includes(family(work).toLowerCase())) chosen.set(citationKey(work), work)
  }
  return [...chosen.values()]
}

/** A work as it is listed, with the fault that was planted in it. */
interface ListedWork {
  work: Work
  fault: FaultKind | null
}

/**
 * Plants one fault of each kind in a random work that has none yet; a kind is left out where that is impossible.
 *
 * @param replacements for kinds that replace the work, the works to draw from; other kinds draw a second listed work.
 */
function plantEntryFaults(
  random: Random,
  works: readonly Work[],
  kinds: readonly FaultKind[],
  replacements: Partial<Record<FaultKind, readonly Work[]>>,
): ListedWork[] {
  const listed = works.map((work): ListedWork => ({ work, fault: null }))
  for (const kind of kinds) {
    const [target, second] = [random.pick(listed), random.pick(listed)]
    if (target === second || target.fault !== null) continue
    const candidates = replacements[kind]
    const other = candidates ? random.pick([...candidates]) : second.work
    if (kind === 'duplicate') listed.push({ work: target.work, fault: kind })
    else Object.assign(target, plantInWork(kind, target.work, { other, works }))
  }
  return listed
}

/** Returns a work with a fault of a kind; nothing where citations could then not tell it from another. */
function plantInWork(
  kind: FaultKind,
  original: Work,
  { other, works }: { other: Work; works: readonly Work[] },
): Partial<ListedWork> {
  const work = changeWork(kind, original, other)
  const isTaken = works.some((each) => each !== original && work && citationKey(each) === citationKey(work))
  return work && (kind === 'several-matches' || !isTaken) ? { work, fault: kind } : {}
}

/** Draws the works and plants the faults of single entries; the entries are in the order of the style. */
function planEntries(
  {
    random,
    language,
    form,
    style,
    isLatex,
  }: Pick<DraftPlan, 'random' | 'language' | 'form' | 'style' | 'isLatex'>,
  { works, retracted }: WorkPool,
  kinds: readonly FaultKind[],
): DraftPlan {
  const drawn = drawWorks(random, style, works)
  const articles = works.filter(isArticle)
  const contradicted = works.filter((work) => changedFigure(work) !== null && !drawn.includes(work))
  const listed = plantEntryFaults(random, drawn, kinds, { retracted, contradicted, preprint: articles })
  const items = listed.map(({ work }) => toCsl(work))
  const { order } = formatReferenceList(style, items)
  const printed = order
    .flatMap((at) => listed[at] ?? [])
    .map(({ work, fault }) => {
      const entry = printEntry(style, work)
      return { work, fault, entry: fault === 'form' ? entry.replace(/[.,] /g, '; ') : entry }
    })
  return {
    ...{ random, language, form, style, isLatex },
    works: printed.map(({ work }) => work),
    entries: printed.map(({ entry }) => entry),
    numbers: printed.map((_, at) => at + 1),
    faults: [],
    entryFaults: printed.flatMap(({ fault }, at) => (fault ? [{ kind: fault, at }] : [])),
  }
}

/** Chooses up to four kinds of faults that the form of citation can have: two of the list, two of single entries. */
function chooseFaults(random: Random, form: CitationForm, format: DraftManuscript['format']): FaultKind[] {
  const numbered: FaultKind[] = ['not-listed', 'not-cited', 'out-of-order', 'number-gap', 'number-repeat']
  const byForm: FaultKind[] = form === 'author-year' ? ['no-match', 'several-matches', 'not-cited'] : numbered
  const listKinds = format === 'latex' ? (['not-listed', 'not-cited'] as FaultKind[]) : byForm
  // Two entries of one author and year would make citations by them ambiguous.
  const mayRepeatEntries = form !== 'author-year' && format !== 'latex'
  const entryKinds = ENTRY_FAULTS.filter((kind) => kind !== 'duplicate' || mayRepeatEntries)
  return [
    ...new Set([
      random.pick(listKinds),
      random.pick(listKinds),
      random.pick(entryKinds),
      random.pick(entryKinds),
    ]),
  ]
}

/** Gives a number twice, or leaves one out; the text cites the numbers as they then are. */
function plantNumbering({ random, numbers, faults }: DraftPlan, kinds: readonly FaultKind[]): void {
  const kind = kinds.find((each) => each === 'number-gap' || each === 'number-repeat')
  if (!kind) return
  const at = 4 + random.below(numbers.length - 5)
  const step = kind === 'number-gap' ? 1 : -1
  for (let index = at; index < numbers.length; index += 1) numbers[index] = (numbers[index] ?? 0) + step
  faults.push({ kind, label: String(kind === 'number-gap' ? at + 1 : at) })
}

/** Notes the faults of single entries by the numbers that the entries have in the end. */
function nameEntryFaults(plan: DraftPlan): void {
  for (const { kind, at } of plan.entryFaults) {
    const [work] = plan.works.slice(at, at + 1)
    const year = work ? yearOf(work) : ''
    // A contradiction is noted with its sentence.
    if (kind !== 'contradicted')
      plan.faults.push({ kind, label: kind === 'several-matches' ? year : labelOf(plan, at) })
  }
}

/**
 * Returns the groups of entries that the text cites in turn, by their positions. Faults of the list are planted here: an
 * entry that is left out, and one that is cited two places too late.
 */
function planCitations(plan: DraftPlan, kinds: readonly FaultKind[]): number[][] {
  const { random, works, form, faults } = plan
  plantNumbering(plan, kinds)
  nameEntryFaults(plan)
  const listOrder = works.map((_, at) => at)
  // Citations by names follow no order.
  let order = form === 'author-year' ? shuffled(random, listOrder) : listOrder
  if (kinds.includes('not-cited')) {
    const uncited = 2 + random.below(works.length - 4)
    const isShared = plan.numbers.filter((number) => number === plan.numbers[uncited]).length > 1
    if (!isShared) {
      order = order.filter((at) => at !== uncited)
      faults.push({ kind: 'not-cited', label: labelOf(plan, uncited) })
    }
  }
  if (kinds.includes('out-of-order')) {
    const at = 3 + random.below(order.length - 7)
    const [moved = 0] = order.splice(at, 1)
    order.splice(at + 2, 0, moved)
    faults.push({ kind: 'out-of-order', label: labelOf(plan, moved) })
  }
  return groupCitations(random, order)
}

const shuffled = (random: Random, list: readonly number[]): number[] =>
  list
    .map((at) => ({ at, key: random.share() }))
    .sort((a, b) => a.key - b.key)
    .map(({ at }) => at)

/** Returns how a report names an entry: by its number, or by the beginning of its text. */
const labelOf = ({ form, numbers, entries }: DraftPlan, at: number): string =>
  form === 'author-year' ? (entries[at] ?? '').slice(0, 20) : String(numbers[at])

/** Groups entries in order: a third of the groups has several, and some entries are cited again later. */
function groupCitations(random: Random, order: readonly number[]): number[][] {
  const groups: number[][] = []
  for (let at = 0; at < order.length; ) {
    const size = random.once(3) ? 2 + random.below(3) : 1
    groups.push(order.slice(at, at + size))
    at += size
    const again = order[random.below(Math.min(at, order.length))]
    if (again !== undefined && random.once(4)) groups.push([again])
  }
  return groups
}

/** Writes paragraphs of a few sentences each, with the citations in turn. */
function writeParagraphs(plan: DraftPlan, groups: number[][], kinds: readonly FaultKind[]): DraftBlock[] {
  const { random, language } = plan
  const stop = language === 'zh' ? '。' : '. '
  const blocks: DraftBlock[] = []
  let pieces: TextPiece[] = []
  const planted = plantCitations(plan, groups, kinds)
  for (const citation of planted) {
    if (random.once(3)) pieces.push({ text: `${random.pick(SENTENCES[language])}${stop}` })
    pieces.push(...writeSentence(plan, citation), { text: stop })
    if (random.once(3)) {
      blocks.push({ kind: 'paragraph', pieces })
      pieces = []
    }
  }
  return pieces.length > 0 ? [...blocks, { kind: 'paragraph', pieces }] : blocks
}

/** Writes the sentence of a citation. */
function writeSentence({ random, language }: DraftPlan, { pieces, isNarrative, isWhole }: PrintedCitation) {
  if (isNarrative)
    return [...pieces, { text: language === 'zh' ? '得到了类似的结果' : ' found similar results' }]
  return isWhole ? pieces : [{ text: random.pick(SENTENCES[language].slice(0, 2)) }, ...pieces]
}

/** Prints the citations of the groups, and those that no entry fits. */
function plantCitations(plan: DraftPlan, groups: number[][], kinds: readonly FaultKind[]): PrintedCitation[] {
  const { random, numbers, faults, language } = plan
  const all = groups.map((group) => printCitation(plan, group))
  const last = Math.max(...numbers)
  all.push(...plantContradictions(plan, groups))
  if (kinds.includes('not-listed')) {
    const number = last + 1 + random.below(3)
    faults.push({ kind: 'not-listed', label: plan.isLatex ? 'missing' : String(number) })
    all.push(numericCitation(plan, [number], []))
  }
  if (kinds.includes('no-match')) {
    const work = random.pick(plan.works)
    const year = String(Number(yearOf(work)) + 1 + random.below(3))
    const label = citedNames(work, language, false)
    const isTaken = plan.works.some((other) => yearOf(other) === year && family(other) === family(work))
    if (!isTaken) {
      faults.push({ kind: 'no-match', label: year })
      all.push({
        pieces: [{ text: language === 'zh' ? `（${label}，${year}）` : ` (${label}, ${year})` }],
        isNarrative: false,
      })
    }
  }
  return all
}

/** Writes sentences with another figure than the work that they cite, and adds them to the groups. */
function plantContradictions(plan: DraftPlan, groups: number[][]): PrintedCitation[] {
  return plan.entryFaults.flatMap(({ kind, at }): PrintedCitation[] => {
    if (kind !== 'contradicted') return []
    const work = plan.works[at]
    const sentence = work && changedFigure(work)
    if (!sentence) return []
    plan.faults.push({ kind: 'contradicted', label: labelOf(plan, at) })
    groups.push([at])
    const { pieces } = numericOrNamed(plan, [at])
    return [{ pieces: [{ text: sentence }, ...pieces], isNarrative: false, isWhole: true }]
  })
}
