import { Readable } from 'node:stream'
import type { ReportReference, ReportSection, ResearchReport, SectionChart } from '@scinav/contract'
import {
  type AnswerFormat,
  type PrintableAnswer,
  printInStyle,
  withCitationKeys,
} from '../../chat/chats/index.ts'
import { previewList, standingNote } from '../../citation/export/index.ts'
import { type Language, readQuestion } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'

const UNCITED_HEADING = { zh: '已读未引', en: 'Read but not cited' }
const YEAR_TABLE_HEAD = { zh: '| 年份 | 篇数 |', en: '| Year | Papers |' }

/** Converts a report for export into a file: sections under numbered headings, charts as tables. */
export function toPrintableReport(report: ResearchReport): PrintableAnswer {
  const { title, question, sections, references, read_not_cited, label, engine, model, created_at } = report
  const { language } = readQuestion(question)
  const standingNoteOf = createStandingNotes(report, language)
  const withStanding = (reference: ReportReference) =>
    [reference.text, standingNoteOf(reference)].filter(Boolean).join(' ')
  return {
    title,
    question,
    language,
    answer: sections.map((section, at) => sectionMarkdown(section, at, language)).join('\n\n'),
    references: references.map((reference) => `[${reference.n}]${withStanding(reference)}`),
    is_report: true,
    ...(read_not_cited.length > 0 && {
      appendix: { title: UNCITED_HEADING[language], entries: read_not_cited.map(withStanding) },
    }),
    label,
    is_ai: engine === 'model',
    model,
    created_at,
  }
}

/** Returns a function that names the standing of a source in brackets; undefined for one without a notice. */
function createStandingNotes({ notices }: ResearchReport, language: Language) {
  const notes = new Map(notices.map((each) => [each.source_id, each]))
  return ({ source_id }: ReportReference): string | undefined => {
    const found = notes.get(source_id)
    return found && `【${standingNote(found.status, found.notice, language)}】`
  }
}

/** Converts a report for export into a file, with its citations and references printed in a style. */
export async function printReportInStyle(
  ctx: Context,
  report: ResearchReport,
  how: { style: string; format: AnswerFormat },
): Promise<PrintableAnswer> {
  const printable = toPrintableReport(report)
  const { language = 'zh' } = printable
  const standingNoteOf = createStandingNotes(report, language)
  const text = report.sections.map((section, at) => {
    const marked = withCitationKeys(section.text, section.citations)
    return headedSection({ ...section, text: marked }, at, language)
  })
  const printed = await printInStyle(ctx, {
    ...how,
    text: text.join('\n\n'),
    sources: report.references.flatMap((reference) => {
      const { n, paper_id, text } = reference
      return n === null ? [] : [{ n, paper_id, text, note: standingNoteOf(reference) }]
    }),
  })
  return { ...printable, ...printed }
}

/** Returns a section with one number for a source where several of its sentences are cited together. */
const sectionMarkdown = (section: ReportSection, index: number, language: Language): string =>
  headedSection({ ...section, text: withoutRepeatedMarks(section) }, index, language)

/** Returns a section under its heading, numbered by its index (`## 1 …`), with its chart as a table. */
function headedSection(
  { title, chart, text: whole }: Pick<ReportSection, 'title' | 'chart' | 'text'>,
  index: number,
  language: Language,
): string {
  const text = whole.trim()
  return [`## ${index + 1} ${title}`, text, ...(chart ? [yearTable(chart, language)] : [])].join('\n\n')
}

/** Returns the text of a section with one number for a source where several of its sentences are cited together. */
function withoutRepeatedMarks({ text, citations }: ReportSection): string {
  const inOrder = citations.toSorted((a, b) => a.start - b.start)
  const isRepeated = ({ n, start }: (typeof inOrder)[number], at: number) =>
    inOrder[at - 1]?.n === n && inOrder[at - 1]?.end === start
  return inOrder
    .filter(isRepeated)
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

const yearTable = ({ years }: SectionChart, language: Language): string =>
  [
    YEAR_TABLE_HEAD[language],
    '| --- | --- |',
    ...years.map(({ label, count }) => `| ${label} | ${count} |`),
  ].join('\n')

/** Maximum length of a file name without its ending, in characters. */
const MAX_NAME_CHARS = 60

/** Returns the references of a report that are in the library, as a BibTeX file. */
export async function writeReportBibTex(
  ctx: Context,
  { title, references }: ResearchReport,
): Promise<FileReply> {
  const paper_id_list = [...new Set(references.flatMap(({ paper_id }) => paper_id ?? []))]
  const request = { paper_id_list, style: 'spec', format: 'bibtex' } as const
  const { text } = paper_id_list.length > 0 ? await previewList(ctx, request) : { text: '' }
  const bytes = Buffer.from(text)
  return {
    name: `${safeFileName(title, MAX_NAME_CHARS) || '参考文献'}.bib`,
    mime: 'application/x-bibtex; charset=utf-8',
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
