import type { Work, WorkNotice } from '@scinav/contract'
import {
  type Concept,
  collectTextTerms,
  coverage,
  expressibleShare,
  isChineseText,
  joinTermPlaces,
  planWords,
  type TermPlaces,
} from '@scinav/search'
import type { Language } from '../../language/question/question.ts'
import { cutPaperPassages, type PaperTextField } from '../../language/text/paper-passages.ts'
import type { Passage } from '../../language/text/passages.ts'
import { statesNames } from './stated-names.ts'
import { titleFit } from './title-fit.ts'
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

/** The least title fit of a paper that introduces a name in the question. */
const INTRODUCTION_TITLE_FIT = 0.5

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
