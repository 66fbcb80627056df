import { authorNames, type Citation, readWork, type Work } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { yearOf } from '@scinav/search'
import type { Language } from '../../language/question/question.ts'
import {
  parseRecordQuestion,
  type RecordFact,
  type RecordQuestion,
} from '../../language/question/record-question.ts'
import { cutPaperPassages } from '../../language/text/paper-passages.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { createQuoteWriter, findPaperByTitle, hasChosenTexts, sourceLabel } from '../../retrieval/index.ts'
import type { AnswerTask } from '../task/task.ts'

/** An answer from bibliographic records; each sentence cites the title of its work. */
export interface RecordAnswer {
  text: string
  citations: Citation[]
}

/** The most chosen papers whose records are reported; with more the question is answered in another way. */
const MAX_PAPERS = 8

/**
 * Answers a question about a fact that bibliographic records state (authors, venue, year, DOI, citation count), for the
 * paper that it names or for the chosen papers. Returns null for other questions.
 */
export async function answerFromRecords(
  ctx: Context,
  { question, scope }: Pick<AnswerTask, 'question' | 'scope'>,
  language: Language,
): Promise<RecordAnswer | null> {
  const recordQuestion = parseRecordQuestion(question)
  const ids = recordQuestion ? await findRequestedPapers(ctx, recordQuestion, scope) : []
  if (!recordQuestion || ids.length === 0 || ids.length > MAX_PAPERS) return null
  const papers = await loadPapers(ctx, ids)
  const writer = createQuoteWriter(language)
  writer.write(`${RECORD_LEADS[language]}\n`)
  for (const { id, work } of papers) {
    writer.write(`\n- ${recordSentence(work, recordQuestion.fact, language)}`)
    const [passage] = cutPaperPassages(id, work)[0]?.passages ?? []
    if (passage) writer.cite({ evidence: { source_id: id, paper_id: id, passage }, quote: passage.text })
  }
  return papers.length === 0 ? null : writer.done()
}

/** Returns the papers whose records are requested: the one with the title, or those that were chosen. */
async function findRequestedPapers(
  ctx: Context,
  { title }: RecordQuestion,
  scope: AnswerTask['scope'],
): Promise<string[]> {
  if (hasChosenTexts(scope)) return []
  if (title === '') return scope.paper_ids
  const id = await findPaperByTitle(ctx, title, { allowsPart: true })
  return id ? [id] : []
}

const RECORD_LEADS = { zh: '题录里写明：', en: 'The record says:' } as const

async function loadPapers(ctx: Context, ids: string[]): Promise<{ id: string; work: Work }[]> {
  const papers: { id: string; work: Work }[] = []
  for await (const rows of streamRecordsByIds(ctx, ids))
    papers.push(...rows.map(({ id, record }) => ({ id, work: readWork(record) })))
  return papers
}

/** The value of each fact, empty where the record lacks it; `names` are its authors. */
const RECORD_FACTS: Record<RecordFact, (work: Work, names: string) => string> = {
  authors: (_work, names) => names,
  source: ({ basic_sourcename, publisher }) => basic_sourcename ?? publisher ?? '',
  year: ({ publish_date }) => String(yearOf(publish_date) || ''),
  doi: ({ doi }) => doi ?? '',
  cited: ({ citation_count }) => String(citation_count || ''),
}

type RecordSentences = Record<
  RecordFact,
  [stated: (title: string, fact: string) => string, missing: (title: string) => string]
>

const RECORD_SENTENCES: Record<Language, RecordSentences> = {
  zh: {
    authors: [
      (title, fact) => `${inTitleMarks(title)}的作者：${fact}`,
      (title) => `${inTitleMarks(title)}没有记录作者`,
    ],
    source: [
      (title, fact) => `${inTitleMarks(title)}发表于：${fact}`,
      (title) => `${inTitleMarks(title)}没有记录发表在哪里`,
    ],
    year: [
      (title, fact) => `${inTitleMarks(title)}发表于 ${fact} 年`,
      (title) => `${inTitleMarks(title)}没有记录发表年份`,
    ],
    doi: [
      (title, fact) => `${inTitleMarks(title)}的 DOI：${fact}`,
      (title) => `${inTitleMarks(title)}没有记录 DOI`,
    ],
    cited: [
      (title, fact) => `${inTitleMarks(title)}的被引次数：${fact}`,
      (title) => `${inTitleMarks(title)}没有记录被引次数`,
    ],
  },
  en: {
    authors: [(title, fact) => `${title} is by ${fact}`, (title) => `${title}: no authors are recorded`],
    source: [
      (title, fact) => `${title} was published in ${fact}`,
      (title) => `${title}: no venue is recorded`,
    ],
    year: [(title, fact) => `${title} was published in ${fact}`, (title) => `${title}: no year is recorded`],
    doi: [(title, fact) => `${title} has the DOI ${fact}`, (title) => `${title}: no DOI is recorded`],
    cited: [
      (title, fact) => `${title} is cited ${fact} times`,
      (title) => `${title}: no citations are recorded`,
    ],
  },
}

function recordSentence(work: Work, fact: RecordFact, language: Language): string {
  const { title } = sourceLabel(work, language)
  const names = authorNames(work).join(language === 'zh' ? '、' : ', ')
  const [stated, missing] = RECORD_SENTENCES[language][fact]
  const value = RECORD_FACTS[fact](work, names)
  return value === '' ? missing(title) : stated(title, value)
}
