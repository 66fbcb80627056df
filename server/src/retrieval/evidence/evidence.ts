import type { Work } from '@scinav/contract'
import {
  type Concept,
  coverage,
  isChinese,
  isChineseOnly,
  joinedTerms,
  sayableShare,
  says,
  stemsIn,
  type Terms,
  termsIn,
  wordsIn,
} from '@scinav/search'
import type { Language } from '../../language/question/question.ts'
import { canonical } from '../../language/text/clean.ts'
import { type Field, type Passage, passagesOf } from '../../language/text/passages.ts'
import { aboutWork } from './about-work.ts'

/** A passage of a paper and how well it answers a question. */
export interface Evidence extends FoundPaper {
  field: Field | 'full_text'
  passage: Passage
  /** What the passage says, and what its paper says of itself besides: title, keywords, names. */
  terms: Terms
  about: Terms
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
export function evidenceOf(
  papers: FoundPaper[],
  concepts: Concept[],
  language: Language,
  nouns: Concept[][] = [],
  introduces: (text: string) => boolean = () => false,
): Evidence[] {
  const asked = new Set(concepts.flatMap(({ plan }) => wordsIn(plan)))
  // Passages of one file are of one work.
  const known = new Map<Work, { about: Terms; title_fit: number }>()
  const aboutOf = (work: Work) => {
    const there = known.get(work)
    if (there) return there
    const { about, titles } = aboutWork(work, language, concepts)
    const made = { about, title_fit: Math.max(...titles.map((title) => titleFit(title, concepts, asked))) }
    known.set(work, made)
    return made
  }
  return papers.flatMap((paper) => {
    const { about, title_fit } = aboutOf(paper.work)
    return textsFor(paper, language).flatMap(({ field, passages }) =>
      passages.map((passage) => {
        const terms = termsIn([passage.text])
        const under = passage.headings ? joinedTerms(about, termsIn(passage.headings)) : about
        const all = joinedTerms(under, terms)
        return {
          ...paper,
          field,
          passage,
          terms,
          about: under,
          coverage: coverage(all, concepts, isChinese(passage.text)),
          sayable: sayableShare(concepts, isChinese(passage.text)),
          names_all: namesAll(all, concepts, nouns, isChinese(passage.text)),
          title_fit: introduces(passage.text) ? Math.max(title_fit, INTRODUCED) : title_fit,
          near: false,
          score: 0,
        }
      }),
    )
  })
}

/** A paper that introduces what a question names is called that as far. */
const INTRODUCED = 0.5

/** So much of what a question names has to be said. */
const NAMED_SHARE = 0.65
/** Where less of it than this can be said in a text's language, nothing can be told by words. */
const TELLABLE_SHARE = 0.5

function namesAll(terms: Terms, concepts: Concept[], nouns: Concept[][], chinese: boolean): boolean {
  const named = concepts.filter((each) => each.named)
  return [named, ...nouns].every((each) => saysShare(terms, each, chinese, NAMED_SHARE))
}

/** Whether a text says a share of what some concepts weigh; yes where its language can hardly say them. */
export function saysShare(terms: Terms, asked: Concept[], chinese: boolean, share: number): boolean {
  const weightOf = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)
  const tellable = chinese ? asked : asked.filter(({ plan }) => !isChineseOnly(plan))
  const whole = weightOf(tellable)
  if (whole < weightOf(asked) * TELLABLE_SHARE || whole === 0) return true
  return weightOf(tellable.filter(({ plan }) => says(terms, plan))) >= whole * share
}

/** The last character of a Chinese name says nothing beside its pairs. */
const isOneCharacter = (stem: string) => /^\p{Script=Han}$/u.test(stem)

/** How much of what is asked a title says, times how much of the title (or of its name, `BERT: …`) was asked. */
function titleFit(title: string, concepts: Concept[], asked: Set<string>): number {
  const plain = canonical(title)
  const names = [plain, plain.split(/[:：]|——| - /)[0] ?? '']
  return Math.max(
    ...names.map((name) => {
      const stems = stemsIn(name)
      const words = stems.filter((stem) => !isOneCharacter(stem))
      const terms = words.length > 0 ? words : stems
      if (terms.length === 0) return 0
      const share = terms.filter((term) => asked.has(term)).length / terms.length
      return Math.sqrt(coverage(termsIn([plain]), concepts, isChinese(plain))) * share
    }),
  )
}

const textsFor = ({ texts, source_id, work }: FoundPaper, language: Language): Texts =>
  texts ? [{ field: 'full_text' as const, passages: texts }] : fieldsFor(source_id, work, language)

type Texts = { field: Evidence['field']; passages: Passage[] }[]

/** The abstract in the language of the question, else the other; titles only where there is no abstract. */
function fieldsFor(source_id: string, work: Work, language: Language) {
  const fields = passagesOf(source_id, work)
  const order: Field[] = language === 'zh' ? ['abstract_zh', 'abstract'] : ['abstract', 'abstract_zh']
  const abstract = order.flatMap((name) => fields.filter(({ field }) => field === name))[0]
  if (abstract) return [abstract]
  const title = fields.filter(({ field }) => field === (language === 'zh' ? 'title_zh' : 'title'))
  return title.length > 0 ? title : fields.slice(0, 1)
}

/** So many passages of one source are enough; where one or two were asked about, there are no others to leave room for. */
export function mostOfEach(evidence: Evidence[]): number {
  const sources = new Set(evidence.map(({ source_id }) => source_id)).size
  return MOST_OF_EACH[sources] ?? 3
}

const MOST_OF_EACH: Record<number, number> = { 1: 10, 2: 6 }

const K1 = 1.2
const HEADING = 0.6
/** A paper called what was asked counts up to so much more. */
const CALLED = 0.6

/** How much of what is asked a passage says, and how often; its paper's title and keywords count a little less. */
export function passageScore({ terms, about, passage, title_fit }: Evidence, concepts: Concept[]): number {
  const long = 0.6 + (0.4 * passage.tokens) / 200
  const said = concepts.reduce((sum, { plan, weight }) => {
    const own = says(terms, plan) ? (K1 + 1) / (1 + K1 * long) : 0
    return sum + weight * (own + (says(about, plan) ? HEADING : 0))
  }, 0)
  return said * (1 + CALLED * title_fit)
}

/**
 * Below these shares of what is asked a paper is about something else (`npm run bench -- questions`). A model may see more
 * than it uses, and papers that a person chose are about their question as far as they can be.
 */
const LEAST = {
  quotes: 0.6,
  related: 0.4,
  model: 0.4,
  chosen_quotes: 0.35,
  chosen_related: 0,
  chosen_model: 0,
} as const

/** What only says some of what is asked answers it where its title shows that it is about that. */
const LEAST_WITH_TITLE = 0.73

/** A text that has no words for the rest of a question cannot be known to answer it. */
const LEAST_SAYABLE = 0.6

const isWhole = ({ names_all, sayable, coverage, title_fit }: Evidence) =>
  names_all && sayable >= LEAST_SAYABLE && coverage + title_fit / 2 >= LEAST_WITH_TITLE

/** The evidence that is about what was asked, or only near it; for a model also what only means the same. */
export function relevant(
  evidence: Evidence[],
  engine: 'quotes' | 'related' | 'model',
  chosen: boolean,
): Evidence[] {
  const least = LEAST[chosen ? (`chosen_${engine}` as const) : engine]
  return evidence.filter(
    (each) =>
      (each.coverage >= least && (engine !== 'quotes' || chosen || isWhole(each))) ||
      (engine === 'model' && each.near),
  )
}
