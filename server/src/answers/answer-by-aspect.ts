import type { Question } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { type Evidence, type FoundPaper, papersById } from '../retrieval/index.ts'
import { aspectsAsked } from './aspects/asked.ts'
import type { Aspect } from './aspects/cues.ts'
import { aspectName } from './aspects/frames.ts'
import { type LaidOut, layOut, type Organised } from './aspects/lay-out.ts'
import { type PaperAspects, paperAspects } from './aspects/paper-aspects.ts'
import type { AnswerTask } from './task.ts'

/** An answer that lays papers out by aspect. */
export interface ByAspect extends ReturnType<typeof layOut> {
  papers: FoundPaper[]
  /** Questions for what was not asked and is told. */
  questions: string[]
}

interface Asked {
  task: Pick<AnswerTask, 'scope' | 'layout' | 'form'>
  question: Question
  /** What was found, best first. */
  evidence: Evidence[]
}

/** So many papers are laid out. */
const MOST = 20
const MOST_OF_REVIEW = 10

/**
 * Lays papers out by aspect where that is asked: of papers that a person chose, or by an application that does so.
 * Null where the question asks for something else, which quotes may answer.
 */
export async function answerByAspect(ctx: Pick<Context, 'db'>, asked: Asked): Promise<ByAspect | null> {
  const { task, question, evidence } = asked
  const { aspects, alone } = aspectsAsked(question.text)
  if (task.scope.paper_ids.length > 0) {
    const isAsked =
      alone ||
      (aspects.length > 0 && question.type !== 'number') ||
      task.layout === 'table' ||
      task.layout === 'review'
    return isAsked ? layOutChosen(ctx, asked, { aspects, direct: true }) : null
  }
  if (task.layout !== 'review' || evidence.length === 0) return null
  const papers = [...new Map(evidence.map((each) => [each.source_id, each])).values()]
  const organised = organisedBy(task.form?.organise)
  return laidOut(papers.slice(0, MOST_OF_REVIEW), question, {
    aspects,
    direct: true,
    form: 'review',
    organised,
  })
}

/** How the form of a review wants it organised. */
function organisedBy(organise = ''): Organised {
  if (organise.includes('时间')) return 'time'
  return organise.includes('方法') ? 'method' : 'aspect'
}

/** What chosen papers say, where no quote answers the question: they are never refused. */
export async function instead(ctx: Pick<Context, 'db'>, asked: Asked): Promise<ByAspect | null> {
  const { aspects } = aspectsAsked(asked.question.text)
  return layOutChosen(ctx, asked, { aspects, direct: false })
}

async function layOutChosen(
  ctx: Pick<Context, 'db'>,
  { task, question }: Asked,
  wanted: { aspects: Aspect[]; direct: boolean },
): Promise<ByAspect | null> {
  const papers = await papersById(ctx, task.scope.paper_ids.slice(0, MOST))
  const form = task.layout === 'table' && papers.length > 1 ? 'table' : 'list'
  if (papers.length === 0) return null
  const compared = form === 'table' ? comparedBy(task.form?.aspects ?? '') : { leading: [], unknown: [] }
  return laidOut(papers, question, { ...wanted, ...compared, form })
}

/** The aspects that the form of a comparison names, and what of it no abstract is read by. */
function comparedBy(text: string): { leading: Aspect[]; unknown: string[] } {
  const pieces = text
    .split(SEPARATORS)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  const read = pieces.map((piece) => ({ piece, aspects: aspectsAsked(piece).aspects }))
  return {
    leading: [...new Set(read.flatMap(({ aspects }) => aspects))],
    unknown: read.flatMap(({ piece, aspects }) => (aspects.length === 0 ? [piece] : [])),
  }
}

const SEPARATORS = /[、，,;；。\n]|(?<=\p{Script=Han})[和与及](?=\p{Script=Han})/u

function laidOut(papers: FoundPaper[], { language }: Question, wanted: Omit<LaidOut, 'language'>): ByAspect {
  const read = papers.map((paper) => paperAspects(paper, language))
  const made = layOut(read, { ...wanted, language })
  return { ...made, papers, questions: questionsFor(read, wanted.aspects, language) }
}

/** An aspect of one paper, as a person asks for it. */
const ASKED_OF_ONE: Record<Question['language'], Record<Aspect, string>> = {
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

/** Questions that the abstracts answer beside what was asked. */
function questionsFor(read: PaperAspects[], asked: Aspect[], language: Question['language']): string[] {
  if (asked.length === 0) return []
  const told = new Set(read.flatMap((each) => [...each.told.keys()]))
  return [...told]
    .filter((aspect) => !asked.includes(aspect))
    .map((aspect) => {
      if (read.length === 1) return ASKED_OF_ONE[language][aspect]
      const name = aspectName(aspect, language)
      return language === 'en' ? `${name}: what do the abstracts say?` : `对比这些文献的${name}`
    })
    .slice(0, 3)
}
