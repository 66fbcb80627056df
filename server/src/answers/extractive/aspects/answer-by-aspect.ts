import type { Question } from '../../../language/question/question.ts'
import type { Context } from '../../../platform/context/context.ts'
import { type Evidence, type FoundPaper, findPapersById } from '../../../retrieval/index.ts'
import type { AnswerTask } from '../../task/task.ts'
import type { AspectLayout, ReviewOrganization } from './aspect-layout.ts'
import type { Aspect } from './aspect-model.ts'
import { readAspectRequest } from './aspect-request.ts'
import { aspectName } from './frames.ts'
import { type PaperAspects, paperAspects } from './paper-aspects.ts'
import { renderAspects } from './render-aspects.ts'

/** An answer that lays papers out by aspect. */
export interface AspectAnswer extends ReturnType<typeof renderAspects> {
  papers: FoundPaper[]
  /** Questions for aspects that were not requested but that the abstracts state. */
  questions: string[]
}

interface AspectAnswerRequest {
  task: Pick<AnswerTask, 'scope' | 'layout' | 'form'>
  question: Question
  /** The evidence found, best first. */
  evidence: Evidence[]
}

/** The most papers chosen by the reader that are laid out. */
const MAX_CHOSEN_PAPERS = 20
/** The most papers found for a review that are laid out. */
const MAX_REVIEW_PAPERS = 10
/** The most questions that are offered to follow. */
const MAX_QUESTIONS = 3
/** Separates aspects in a form: `方法、数据`, `methods, data`, and `方法和数据` between Chinese words. */
const LIST_SEPARATOR = /[、，,;；。\n]|(?<=\p{Script=Han})[和与及](?=\p{Script=Han})/u

/**
 * Lays papers out by aspect when the question or the application asks for it: chosen papers, or the papers found for a
 * review. Returns null when the question asks for something that quotes may answer.
 */
export async function answerByAspect(
  ctx: Pick<Context, 'db'>,
  request: AspectAnswerRequest,
): Promise<AspectAnswer | null> {
  const { task, question, evidence } = request
  const { aspects, alone } = readAspectRequest(question.text)
  if (task.scope.paper_ids.length > 0) {
    const asksForAspects =
      alone ||
      (aspects.length > 0 && question.type !== 'number') ||
      task.layout === 'table' ||
      task.layout === 'review'
    return asksForAspects ? renderChosenPapers(ctx, request, { aspects, direct: true }) : null
  }
  if (task.layout !== 'review' || evidence.length === 0) return null
  // One piece of evidence stands for each paper.
  const papers = [...new Map(evidence.map((each) => [each.source_id, each])).values()]
  const organized = reviewOrganization(task.form?.organise)
  return renderByAspect(papers.slice(0, MAX_REVIEW_PAPERS), question, {
    aspects,
    direct: true,
    form: 'review',
    organized,
  })
}

/** Returns how the form of a review asks it to be organized; by aspect unless it names time or method. */
function reviewOrganization(organise = ''): ReviewOrganization {
  if (organise.includes('时间')) return 'time'
  return organise.includes('方法') ? 'method' : 'aspect'
}

/**
 * Describes the chosen papers by aspect when no quote answers the question, so that a question about them is never
 * refused. Returns null when none of them is in the library.
 */
export async function describeChosenPapers(
  ctx: Pick<Context, 'db'>,
  request: AspectAnswerRequest,
): Promise<AspectAnswer | null> {
  const { aspects } = readAspectRequest(request.question.text)
  return renderChosenPapers(ctx, request, { aspects, direct: false })
}

/** Lays out the chosen papers, as a table where the application asks for one; null when none is in the library. */
async function renderChosenPapers(
  ctx: Pick<Context, 'db'>,
  { task, question }: AspectAnswerRequest,
  layout: { aspects: Aspect[]; direct: boolean },
): Promise<AspectAnswer | null> {
  const papers = await findPapersById(ctx, task.scope.paper_ids.slice(0, MAX_CHOSEN_PAPERS))
  const form = task.layout === 'table' && papers.length > 1 ? 'table' : 'list'
  if (papers.length === 0) return null
  const compared =
    form === 'table' ? parseComparisonAspects(task.form?.aspects ?? '') : { leading: [], unknown: [] }
  return renderByAspect(papers, question, { ...layout, ...compared, form })
}

/** Reads the aspects named in the form of a comparison, and the words that match no aspect. */
function parseComparisonAspects(text: string): { leading: Aspect[]; unknown: string[] } {
  const pieces = text
    .split(LIST_SEPARATOR)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  const parsed = pieces.map((piece) => ({ piece, aspects: readAspectRequest(piece).aspects }))
  return {
    leading: [...new Set(parsed.flatMap(({ aspects }) => aspects))],
    unknown: parsed.flatMap(({ piece, aspects }) => (aspects.length === 0 ? [piece] : [])),
  }
}

function renderByAspect(
  papers: FoundPaper[],
  { language }: Question,
  layout: Omit<AspectLayout, 'language'>,
): AspectAnswer {
  const withAspects = papers.map((paper) => paperAspects(paper, language))
  const rendered = renderAspects(withAspects, { ...layout, language })
  return { ...rendered, papers, questions: followUpQuestionsFor(withAspects, layout.aspects, language) }
}

/** Questions for one aspect of a single paper. */
const SINGLE_PAPER_QUESTIONS: Record<Question['language'], Record<Aspect, string>> = {
  zh: {
    problem: '这篇文献要解决什么问题？',
    method: '这篇文献用了什么方法？',
    data: '这篇文献用了哪些数据？',
    result: '这篇文献得到了什么结果？',
    limitation: '这篇文献有哪些局限？',
  },
  en: {
    problem: 'Which problem does this paper address?',
    method: 'Which method does this paper use?',
    data: 'Which data does this paper use?',
    result: 'What are the results of this paper?',
    limitation: 'What are the limitations of this paper?',
  },
}

/** Returns questions for stated aspects that were not requested; none when all aspects were. */
function followUpQuestionsFor(
  papers: PaperAspects[],
  requested: Aspect[],
  language: Question['language'],
): string[] {
  // An empty list stands for all aspects.
  if (requested.length === 0) return []
  const stated = new Set(papers.flatMap((each) => [...each.stated.keys()]))
  return [...stated]
    .filter((aspect) => !requested.includes(aspect))
    .map((aspect) => {
      if (papers.length === 1) return SINGLE_PAPER_QUESTIONS[language][aspect]
      const name = aspectName(aspect, language)
      return language === 'en' ? `${name}: what do the abstracts say?` : `对比这些文献的${name}`
    })
    .slice(0, MAX_QUESTIONS)
}
