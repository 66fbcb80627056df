// Manuscripts composed by rule: real works, sentences that cite them, and faults at known places.
import {
  formatReference,
  formatReferenceList,
  runsText,
  type StyleId,
  toCsl,
} from '../../citation/src/index.ts'
import { RESOURCE_TYPE, type Work } from '../../contract/src/index.ts'
import { createRandom, type Random } from '../random.ts'
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

/** The faults that are planted: of list against text, then of single entries. */
export const FAULT_KINDS = [
  'not-listed',
  'not-cited',
  'out-of-order',
  'number-gap',
  'number-repeat',
  'no-match',
  'several-matches',
  'missing-work',
  'changed-year',
  'changed-authors',
  'changed-title',
  'wrong-doi',
  'form',
  'duplicate',
  'preprint',
  'retracted',
  'contradicted',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** A planted fault: the number or the names that a report of it has to give. */
export interface PlantedFault {
  kind: FaultKind
  label: string
}

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

/** Composes the manuscript of a seed; `isClean` plants nothing. */
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
    plan.numbers.flatMap((number, at) => (group.some((own) => plan.numbers[own] === number) ? [at] : [])),
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

/** What a citation by names and year tells of a work. */
const identity = (work: Work): string => `${family(work)} ${yearOf(work)}`

const printEntry = (style: StyleId, work: Work): string => runsText(formatReference(style, toCsl(work)))

/** Draws works that citations can tell apart and that are listed under their first author. */
function drawWorks(random: Random, style: StyleId, library: readonly Work[]): Work[] {
  const count = 12 + random.below(40)
  const chosen = new Map<string, Work>()
  const drawn = [...library]
  while (chosen.size < count) {
    const work = random.pick(drawn)
    const begins = printEntry(style, work).slice(0, 40).toLowerCase().includes(family(work).toLowerCase())
    if (begins) chosen.set(identity(work), work)
  }
  return [...chosen.values()]
}

/** A work as it is listed, with the fault that was planted in it. */
interface ListedWork {
  work: Work
  fault: FaultKind | null
}

function plantEntryFaults(
  random: Random,
  works: readonly Work[],
  kinds: readonly FaultKind[],
  replacements: Partial<Record<FaultKind, readonly Work[]>>,
): ListedWork[] {
  const listed = works.map((work): ListedWork => ({ work, fault: null }))
  for (const kind of kinds) {
    const [own, source] = [random.pick(listed), random.pick(listed)]
    if (own === source || own.fault !== null) continue
    const others = replacements[kind]
    const other = others ? random.pick([...others]) : source.work
    if (kind === 'duplicate') listed.push({ work: own.work, fault: kind })
    else Object.assign(own, plantInWork(kind, own.work, { other, works }))
  }
  return listed
}

/** Returns a work with a fault of a kind; nothing where citations could then not tell it from another. */
function plantInWork(
  kind: FaultKind,
  own: Work,
  { other, works }: { other: Work; works: readonly Work[] },
): Partial<ListedWork> {
  const work = changeWork(kind, own, other)
  const isTaken = works.some((each) => each !== own && work && identity(each) === identity(work))
  return work && (kind === 'several-matches' || !isTaken) ? { work, fault: kind } : {}
}

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
  const preprints = works.filter(isArticle)
  const contradicted = works.filter((work) => changedFigure(work) !== null && !drawn.includes(work))
  const listed = plantEntryFaults(random, drawn, kinds, { retracted, contradicted, preprint: preprints })
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

const isArticle = ({ resource_type, basic_sourcename }: Work): boolean =>
  resource_type === RESOURCE_TYPE.journalArticle && Boolean(basic_sourcename)

/** Returns a sentence of the abstract of a work with another percentage than it has; null without one. */
function changedFigure({ abstract, abstract_zh }: Work): string | null {
  const sentences = [abstract, abstract_zh].flatMap(
    (text) => text?.split(/(?<=[。.!?])\s*(?=[\p{Lu}\p{Script=Han}])/u) ?? [],
  )
  const stated = sentences.find((text) => /\d%/.test(text) && text.length > 30 && text.length < 400)
  const figure = stated && /\d+(?:\.\d+)?(?=%)/.exec(stated)?.[0]
  if (!stated || !figure) return null
  const other = Math.round(Number(figure)) + (Number(figure) >= 50 ? -37 : 37)
  return stated.replace(`${figure}%`, `${other}%`).replace(/[。.]$/, '')
}

/** Returns a work with a fault of a kind; null for kinds of another sort, or where nothing can be changed. */
function changeWork(kind: FaultKind, work: Work, other: Work): Work | null {
  const words = work.title.split(' ')
  switch (kind) {
    case 'several-matches':
      return { ...work, creators: other.creators, publish_date: other.publish_date, doi: null }
    case 'changed-year':
      return { ...work, publish_date: String(Number(yearOf(work)) - 2), doi: null }
    case 'changed-authors':
      return { ...work, creators: [...work.creators.slice(0, 1), ...other.creators], doi: null }
    case 'changed-title':
      return { ...work, title: words.length > 3 ? words.toSpliced(1, 2).join(' ') : other.title, doi: null }
    case 'missing-work':
      return { ...work, title: `${work.title} ${other.title}`, creators: other.creators, doi: null }
    case 'wrong-doi':
      return work.doi && other.doi ? { ...work, doi: other.doi } : null
    case 'form':
      return work
    case 'retracted':
    case 'contradicted':
      return other
    case 'preprint':
      return {
        ...other,
        ...{ resource_type: RESOURCE_TYPE.preprint, basic_sourcename: 'arXiv', basic_source_vo: null },
        ...{ basic_source_no: null, basic_page: null, doi: null, issn: null },
      }
    default:
      return null
  }
}

/** Chooses up to three kinds of faults that the form of citation can have. */
function chooseFaults(random: Random, form: CitationForm, format: DraftManuscript['format']): FaultKind[] {
  const numbered: FaultKind[] = ['not-listed', 'not-cited', 'out-of-order', 'number-gap', 'number-repeat']
  const byForm: FaultKind[] = form === 'author-year' ? ['no-match', 'several-matches', 'not-cited'] : numbered
  const own = format === 'latex' ? (['not-listed', 'not-cited'] as FaultKind[]) : byForm
  const entry: FaultKind[] = [
    'missing-work',
    'changed-year',
    'changed-authors',
    'changed-title',
    'wrong-doi',
    'form',
    'preprint',
    'retracted',
    'contradicted',
    // Two entries of one author and year would make citations by them ambiguous.
    ...(form === 'author-year' || format === 'latex' ? [] : (['duplicate'] as const)),
  ]
  return [...new Set([random.pick(own), random.pick(own), random.pick(entry), random.pick(entry)])]
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

/** Returns the groups of entries that the text cites in turn; faults of the list are planted here. */
function planCitations(plan: DraftPlan, kinds: readonly FaultKind[]): number[][] {
  const { random, works, form, faults } = plan
  plantNumbering(plan, kinds)
  nameEntryFaults(plan)
  let order = works.map((_, at) => at)
  if (form === 'author-year')
    order = order
      .map((at) => ({ at, key: random.share() }))
      .sort((a, b) => a.key - b.key)
      .map(({ at }) => at)
  if (kinds.includes('not-cited')) {
    const left = 2 + random.below(works.length - 4)
    const isShared = plan.numbers.filter((number) => number === plan.numbers[left]).length > 1
    if (!isShared) {
      order = order.filter((at) => at !== left)
      faults.push({ kind: 'not-cited', label: labelOf(plan, left) })
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

const labelOf = ({ form, numbers, entries }: DraftPlan, at: number): string =>
  form === 'author-year' ? (entries[at] ?? '').slice(0, 20) : String(numbers[at])

/** Cites entries in order, some together and some again. */
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

/** Writes two to four sentences a paragraph, with the citations in turn. */
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
    const taken = plan.works.some((other) => yearOf(other) === year && family(other) === family(work))
    if (!taken) {
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
