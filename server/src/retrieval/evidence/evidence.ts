import type { Work } from '@scinav/contract'
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

/** A passage of a paper and how well it answers a question. */
export interface Evidence extends FoundPaper {
  field: PaperTextField | 'full_text'
  passage: Passage
  /** What the passage says, and what its paper says of itself besides: title, keywords, names. */
  terms: TermPlaces
  about: TermPlaces
  /** The share of what is asked for that paper and passage say, 0–1, weighed by how rare each thing is. */
  coverage: number
  /** The share of what is asked that the passage's language has words for: what it cannot say is not in `coverage`. */
  sayable: number
  /** Whether paper and passage say what the question names, and what it asks for one of: "which GPU". */
  names_all: boolean
  /** How far the title is what was asked, 0–1: a paper called that is about nothing else. */
  title_fit: number
  /** Among the nearest by meaning, whatever its words are. */
  near: boolean
  /** Its place among these, the nearest first from 0; absent where vectors are only joined with words. */
  nearness?: number
  /** Higher is better; comparable within one retrieval only. */
  score: number
}

/** A paper of the library, or a work that an outside engine found. */
export interface FoundPaper {
  /** Tells sources apart: the paper's id, or the engine's key. */
  source_id: string
  /** Null where the library does not have it. */
  paper_id: string | null
  /** `local` or an outside engine. */
  engine: string
  work: Work
  /** The file whose text it is, and its passages that were found; absent for the record of a paper. */
  file?: SourceFile
  texts?: Passage[]
}

/** A file that an answer may quote: a document of a dataset, or one that was attached to the question. */
interface SourceFile {
  document_id: string | null
  file_id: string | null
  parse_id: string
  name: string
  dataset_id: string | null
  dataset_name: string | null
}

/** Passages of papers in the papers' order; of two languages of one abstract the better known one is enough. */
export function buildEvidence(
  papers: FoundPaper[],
  concepts: Concept[],
  language: Language,
  nouns: Concept[][] = [],
  introduces: (text: string) => boolean = () => false,
): Evidence[] {
  const asked = new Set(concepts.flatMap(({ plan }) => planWords(plan)))
  // Passages of one file are of one work.
  const known = new Map<Work, { about: TermPlaces; title_fit: number }>()
  const aboutOf = (work: Work) => {
    const there = known.get(work)
    if (there) return there
    const { about, titles } = describeWork(work, language, concepts)
    const made = { about, title_fit: Math.max(...titles.map((title) => titleFit(title, concepts, asked))) }
    known.set(work, made)
    return made
  }
  return papers.flatMap((paper) => {
    const { about, title_fit } = aboutOf(paper.work)
    return passagesByField(paper, language).flatMap(({ field, passages }) =>
      passages.map((passage) => {
        const terms = collectTextTerms([passage.text])
        const under = passage.headings ? joinTermPlaces(about, collectTextTerms(passage.headings)) : about
        const all = joinTermPlaces(under, terms)
        return {
          ...paper,
          field,
          passage,
          terms,
          about: under,
          coverage: coverage(all, concepts, isChineseText(passage.text)),
          sayable: expressibleShare(concepts, isChineseText(passage.text)),
          names_all: namesAll(all, concepts, nouns, isChineseText(passage.text)),
          title_fit: introduces(passage.text) ? Math.max(title_fit, INTRODUCTION_TITLE_FIT) : title_fit,
          near: false,
          score: 0,
        }
      }),
    )
  })
}

/** A paper that introduces what a question names is called that as far. */
const INTRODUCTION_TITLE_FIT = 0.5

/** So much of what a question names has to be said. */
const MIN_NAMED_SHARE = 0.65
/** Where less of it than this can be said in a text's language, nothing can be told by words. */
const MIN_EXPRESSIBLE_SHARE = 0.5

function namesAll(terms: TermPlaces, concepts: Concept[], nouns: Concept[][], chinese: boolean): boolean {
  const named = concepts.filter((each) => each.named)
  return [named, ...nouns].every((each) => statesShare(terms, each, chinese, MIN_NAMED_SHARE))
}

/** Whether a text says a share of what some concepts weigh; yes where its language can hardly say them. */
export function statesShare(terms: TermPlaces, asked: Concept[], chinese: boolean, share: number): boolean {
  const weightOf = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)
  const tellable = chinese ? asked : asked.filter(({ plan }) => !isChineseOnly(plan))
  const whole = weightOf(tellable)
  if (whole < weightOf(asked) * MIN_EXPRESSIBLE_SHARE || whole === 0) return true
  return weightOf(tellable.filter(({ plan }) => statesPlan(terms, plan))) >= whole * share
}

/** The last character of a Chinese name says nothing beside its pairs. */
const isOneCharacter = (stem: string) => /^\p{Script=Han}$/u.test(stem)

/** How much of what is asked a title says, times how much of the title (or of its name, `BERT: …`) was asked. */
function titleFit(title: string, concepts: Concept[], asked: Set<string>): number {
  const plain = quotableText(title)
  const names = [plain, plain.split(/[:：]|——| - /)[0] ?? '']
  return Math.max(
    ...names.map((name) => {
      const stems = textStems(name)
      const words = stems.filter((stem) => !isOneCharacter(stem))
      const terms = words.length > 0 ? words : stems
      if (terms.length === 0) return 0
      const share = terms.filter((term) => asked.has(term)).length / terms.length
      return Math.sqrt(coverage(collectTextTerms([plain]), concepts, isChineseText(plain))) * share
    }),
  )
}

const passagesByField = ({ texts, source_id, work }: FoundPaper, language: Language): FieldTexts =>
  texts ? [{ field: 'full_text' as const, passages: texts }] : paperFields(source_id, work, language)

type FieldTexts = { field: Evidence['field']; passages: Passage[] }[]

/** The abstract in the language of the question, else the other; titles only where there is no abstract. */
function paperFields(source_id: string, work: Work, language: Language) {
  const fields = cutPaperPassages(source_id, work)
  const order: PaperTextField[] =
    language === 'zh' ? ['abstract_zh', 'abstract'] : ['abstract', 'abstract_zh']
  const abstract = order.flatMap((name) => fields.filter(({ field }) => field === name))[0]
  if (abstract) return [abstract]
  const title = fields.filter(({ field }) => field === (language === 'zh' ? 'title_zh' : 'title'))
  return title.length > 0 ? title : fields.slice(0, 1)
}

/** So many passages of one source are enough; where one or two were asked about, there are no others to leave room for. */
export function maxPassagesPerSource(evidence: Evidence[]): number {
  const sources = new Set(evidence.map(({ source_id }) => source_id)).size
  return PASSAGES_PER_SOURCE[sources] ?? 3
}

const PASSAGES_PER_SOURCE: Record<number, number> = { 1: 10, 2: 6 }

const K1 = 1.2
const HEADING_WEIGHT = 0.6
/** A paper called what was asked counts up to so much more. */
const TITLE_FIT_WEIGHT = 0.6

/** How much of what is asked a passage says, and how often; its paper's title and keywords count a little less. */
export function passageScore({ terms, about, passage, title_fit }: Evidence, concepts: Concept[]): number {
  const long = 0.6 + (0.4 * passage.tokens) / 200
  const said = concepts.reduce((sum, { plan, weight }) => {
    const own = statesPlan(terms, plan) ? (K1 + 1) / (1 + K1 * long) : 0
    return sum + weight * (own + (statesPlan(about, plan) ? HEADING_WEIGHT : 0))
  }, 0)
  return said * (1 + TITLE_FIT_WEIGHT * title_fit)
}

/**
 * Below these shares of what is asked a paper is about something else (`npm run bench -- questions`). A model may see more
 * than it uses, and papers that a person chose are about their question as far as they can be.
 */
const MIN_COVERAGE = {
  quotes: 0.6,
  related: 0.4,
  model: 0.4,
  chosen_quotes: 0.35,
  chosen_related: 0,
  chosen_model: 0,
} as const

/** What only says some of what is asked answers it where its title shows that it is about that. */
const MIN_COVERAGE_WITH_TITLE = 0.73

/** A text that has no words for the rest of a question cannot be known to answer it. */
const MIN_SAYABLE_SHARE = 0.6

const coversQuestion = ({ names_all, sayable, coverage, title_fit }: Evidence) =>
  names_all && sayable >= MIN_SAYABLE_SHARE && coverage + title_fit / 2 >= MIN_COVERAGE_WITH_TITLE

/** The evidence that is about what was asked, or only near it; for a model also what only means the same. */
export function filterRelevant(
  evidence: Evidence[],
  engine: 'quotes' | 'related' | 'model',
  chosen: boolean,
): Evidence[] {
  const least = MIN_COVERAGE[chosen ? (`chosen_${engine}` as const) : engine]
  return evidence.filter(
    (each) =>
      (each.coverage >= least && (engine !== 'quotes' || chosen || coversQuestion(each))) ||
      (engine === 'model' && each.near),
  )
}
