import type { Work, WorkNotice } from '@scinav/contract'
import {
  type Concept,
  collectTextTerms,
  coverage,
  expressibleShare,
  isChineseOnly,
  isChineseText,
  joinTermPlaces,
  planWords,
  statesPlan,
  type TermPlaces,
  textStems,
} from '@scinav/search'
import type { Language } from '../../language/question/question.ts'
import { quotableText } from '../../language/text/clean.ts'
import { cutPaperPassages, type PaperTextField, type Passage } from '../../language/text/passages.ts'
import { describeWork } from './work-description.ts'

/** A passage of a source and how well it fits a question. */
export interface Evidence extends FoundPaper {
  field: PaperTextField | 'full_text'
  passage: Passage
  /** The terms of the passage. */
  terms: TermPlaces
  /** The terms of its paper's title, keywords and names, and of the headings above the passage. */
  about: TermPlaces
  /** The share of the question that paper and passage state, 0–1, weighted by rarity. */
  coverage: number
  /** The share of the question that the passage's language has words for, 0–1; `coverage` leaves out the rest. */
  expressible_share: number
  /** Whether paper and passage state the names in the question and the noun of a "which" question ("which GPU"). */
  states_names: boolean
  /** How well the title matches the question, 0–1. */
  title_fit: number
  /** Whether it is among the nearest passages by meaning, independently of its words. */
  near: boolean
  /** Its rank among these, from 0; absent when the ranking by meaning was fused with those by words. */
  near_rank?: number
  /** The ranking score: higher is better, comparable only within one retrieval. */
  score: number
}

/** A paper of the library, or a work that an external engine found. */
export interface FoundPaper {
  /** Identifies the source: the id of the paper or file, or the engine's key. */
  source_id: string
  /** Null when the library does not have the paper. */
  paper_id: string | null
  /** `local`, or the id of an external engine. */
  engine: string
  work: Work
  /** The notice that stands about the work, once it has been looked up. */
  notice?: WorkNotice | null
  /** The file that the text comes from; absent for the record of a paper. */
  file?: SourceFile
  /** The passages of the file that were found. */
  texts?: Passage[]
}

/** A file that an answer may quote: a document of a dataset, or a file attached to the question. */
interface SourceFile {
  document_id: string | null
  file_id: string | null
  parse_id: string
  name: string
  dataset_id: string | null
  dataset_name: string | null
}

/** What a question asks of evidence besides its concepts. */
interface EvidenceCriteria {
  /** Groups of concepts of which each must be stated for `states_names` (`requiredConcepts`). */
  nouns?: Concept[][]
  /** Tells whether a text introduces a name of the question, which raises the title fit. */
  introduces?: (text: string) => boolean
}

/**
 * Builds evidence from papers, one per passage, in their order; `near` and `score` are left to the ranking. Of an abstract
 * in two languages only one is used, the one in the question's language if there is one.
 */
export function buildEvidence(
  papers: FoundPaper[],
  concepts: Concept[],
  language: Language,
  { nouns = [], introduces = () => false }: EvidenceCriteria = {},
): Evidence[] {
  const queryWords = new Set(concepts.flatMap(({ plan }) => planWords(plan)))
  // By object: the passages of one file share one work, which is described once.
  const descriptions = new Map<Work, { about: TermPlaces; title_fit: number }>()
  const describe = (work: Work) => {
    const existing = descriptions.get(work)
    if (existing) return existing
    const { about, titles } = describeWork(work, language, concepts)
    const title_fit = Math.max(...titles.map((title) => titleFit(title, concepts, queryWords)))
    descriptions.set(work, { about, title_fit })
    return { about, title_fit }
  }
  return papers.flatMap((paper) => {
    const { about, title_fit } = describe(paper.work)
    return passagesByField(paper, language).flatMap(({ field, passages }) =>
      passages.map((passage) => {
        const terms = collectTextTerms([passage.text])
        const passageAbout = passage.headings
          ? joinTermPlaces(about, collectTextTerms(passage.headings))
          : about
        const statedTerms = joinTermPlaces(passageAbout, terms)
        const isChinese = isChineseText(passage.text)
        return {
          ...paper,
          field,
          passage,
          terms,
          about: passageAbout,
          coverage: coverage(statedTerms, concepts, isChinese),
          expressible_share: expressibleShare(concepts, isChinese),
          states_names: statesNames(statedTerms, concepts, nouns, isChinese),
          title_fit: introduces(passage.text) ? Math.max(title_fit, INTRODUCTION_TITLE_FIT) : title_fit,
          near: false,
          score: 0,
        }
      }),
    )
  })
}

/** The least title fit of a paper that introduces a name in the question. */
const INTRODUCTION_TITLE_FIT = 0.5

/** The least share of a question's names, by weight, that must be stated. */
const MIN_NAMED_SHARE = 0.65
/** When a language can express less than this share of the concepts, words decide nothing. */
const MIN_EXPRESSIBLE_SHARE = 0.5

/** Returns whether a text states the names of a question, and each group of nouns that an answer must state. */
function statesNames(
  terms: TermPlaces,
  concepts: Concept[],
  nouns: Concept[][],
  isChinese: boolean,
): boolean {
  const named = concepts.filter((each) => each.named)
  return [named, ...nouns].every((each) => statesShare(terms, each, isChinese, MIN_NAMED_SHARE))
}

/**
 * Returns whether a text states at least a share, by weight, of the concepts that its language can express;
 * true when it can hardly express them.
 */
export function statesShare(
  terms: TermPlaces,
  concepts: Concept[],
  isChinese: boolean,
  share: number,
): boolean {
  const weightOf = (list: Concept[]) => list.reduce((sum, { weight }) => sum + weight, 0)
  const expressible = isChinese ? concepts : concepts.filter(({ plan }) => !isChineseOnly(plan))
  const expressibleWeight = weightOf(expressible)
  if (expressibleWeight === 0 || expressibleWeight < weightOf(concepts) * MIN_EXPRESSIBLE_SHARE) return true
  return weightOf(expressible.filter(({ plan }) => statesPlan(terms, plan))) >= expressibleWeight * share
}

/** A single Chinese character carries no meaning next to the character pairs of a name. */
const isOneCharacter = (stem: string) => /^\p{Script=Han}$/u.test(stem)

/**
 * Returns how well a title fits a question: max over the title and the name before its colon (`BERT: …`) of
 * √coverage(title) · (share of the name's terms that the question has), 0–1.
 */
function titleFit(title: string, concepts: Concept[], queryWords: Set<string>): number {
  const cleanTitle = quotableText(title)
  const names = [cleanTitle, cleanTitle.split(/[:：]|——| - /)[0] ?? '']
  return Math.max(
    ...names.map((name) => {
      const stems = textStems(name)
      const words = stems.filter((stem) => !isOneCharacter(stem))
      const terms = words.length > 0 ? words : stems
      if (terms.length === 0) return 0
      const share = terms.filter((term) => queryWords.has(term)).length / terms.length
      return Math.sqrt(coverage(collectTextTerms([cleanTitle]), concepts, isChineseText(cleanTitle))) * share
    }),
  )
}

/** Returns the passages of a file, or those of a paper's record, by field. */
const passagesByField = ({ texts, source_id, work }: FoundPaper, language: Language): FieldTexts =>
  texts ? [{ field: 'full_text' as const, passages: texts }] : paperFields(source_id, work, language)

/** Passages by the field that they were cut from. */
type FieldTexts = { field: Evidence['field']; passages: Passage[] }[]

/** Returns the abstract in the question's language, else the other, else a title. */
function paperFields(source_id: string, work: Work, language: Language) {
  const fields = cutPaperPassages(source_id, work)
  const order: PaperTextField[] =
    language === 'zh' ? ['abstract_zh', 'abstract'] : ['abstract', 'abstract_zh']
  const abstract = order.flatMap((name) => fields.filter(({ field }) => field === name))[0]
  if (abstract) return [abstract]
  const title = fields.filter(({ field }) => field === (language === 'zh' ? 'title_zh' : 'title'))
  return title.length > 0 ? title : fields.slice(0, 1)
}

/**
 * Returns the maximum number of passages per source; one or two sources leave no others to make room for, so they may
 * have more.
 */
export function maxPassagesPerSource(evidence: Evidence[]): number {
  const sources = new Set(evidence.map(({ source_id }) => source_id)).size
  return PASSAGES_BY_SOURCE_COUNT[sources] ?? PASSAGES_PER_SOURCE
}

/** Maximum number of passages of one source among many. */
const PASSAGES_PER_SOURCE = 3
/** Exceptions to `PASSAGES_PER_SOURCE`, by the number of sources. */
const PASSAGES_BY_SOURCE_COUNT: Record<number, number> = { 1: 10, 2: 6 }

/** How slowly the score of a term saturates (the k1 of BM25). */
const K1 = 1.2
/** The weight of a concept that the passage's paper states about itself. */
const HEADING_WEIGHT = 0.6
/** The length of an average passage. */
const AVERAGE_PASSAGE_TOKENS = 200
/** How much a passage's length counts relative to the average one, 0–1 (the b of BM25). */
const LENGTH_WEIGHT = 0.4
/** The title fit raises the score of a passage by up to this share. */
const TITLE_FIT_WEIGHT = 0.6

/**
 * Scores a passage by the concepts that it states and, with less weight, those of its paper's title, keywords
 * and names, in the manner of BM25: Σ weight · ([in passage] · (K1 + 1) / (1 + K1 · length) + HEADING_WEIGHT
 * · [in about]) · (1 + TITLE_FIT_WEIGHT · title_fit), where length is 1 for an average passage.
 */
export function passageScore({ terms, about, passage, title_fit }: Evidence, concepts: Concept[]): number {
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * passage.tokens) / AVERAGE_PASSAGE_TOKENS
  const stated = concepts.reduce((sum, { plan, weight }) => {
    const inPassage = statesPlan(terms, plan) ? (K1 + 1) / (1 + K1 * length) : 0
    return sum + weight * (inPassage + (statesPlan(about, plan) ? HEADING_WEIGHT : 0))
  }, 0)
  return stated * (1 + TITLE_FIT_WEIGHT * title_fit)
}

/**
 * The least coverage of evidence by use, chosen with `npm run bench -- questions`. A model may be shown more than it
 * uses, and sources that a person chose count as being about the question.
 */
const MIN_COVERAGE = {
  quotes: 0.6,
  related: 0.4,
  model: 0.4,
  chosen_quotes: 0.35,
  chosen_related: 0,
  chosen_model: 0,
} as const

/** The weight of the title fit next to the coverage of an answer. */
const TITLE_FIT_SHARE = 0.5
/** The least weighted sum of both: a partial match answers only when the title shows the subject. */
const MIN_COVERAGE_WITH_TITLE = 0.73

/** The least share of the question that the passage's language must have words for. */
const MIN_EXPRESSIBLE_QUESTION_SHARE = 0.6

/** Returns whether evidence covers enough of a question to be quoted as its answer. */
const coversQuestion = ({ states_names, expressible_share, coverage, title_fit }: Evidence) =>
  states_names &&
  expressible_share >= MIN_EXPRESSIBLE_QUESTION_SHARE &&
  coverage + title_fit * TITLE_FIT_SHARE >= MIN_COVERAGE_WITH_TITLE

/**
 * Returns the evidence that is relevant enough to quote (`quotes`), to show as related, or to give to a model. A model
 * also gets passages that are near by meaning only.
 *
 * @param chosen whether a person chose the sources, which lowers the bounds.
 */
export function filterRelevant(
  evidence: Evidence[],
  use: 'quotes' | 'related' | 'model',
  chosen: boolean,
): Evidence[] {
  const minCoverage = MIN_COVERAGE[chosen ? (`chosen_${use}` as const) : use]
  return evidence.filter(
    (each) =>
      (each.coverage >= minCoverage && (use !== 'quotes' || chosen || coversQuestion(each))) ||
      (use === 'model' && each.near),
  )
}
