import type { ReportSection, ResearchReport, SectionChart } from '@scinav/contract'
import type { Printed } from '../../chat/index.ts'

/** A report as it goes into a file: its sections under numbered headings, what charts show as a table. */
export function printReport(report: ResearchReport): Printed {
  const { title, question, sections, references, read_not_cited, label, engine, model, created_at } = report
  return {
    title,
    question,
    answer: sections.map(printSection).join('\n\n'),
    references: references.map(({ n, text }) => `[${n}]${text}`),
    is_report: true,
    ...(read_not_cited.length > 0 && {
      appendix: { title: '已读未引', entries: read_not_cited.map(({ text }) => text) },
    }),
    label,
    is_ai: engine === 'model',
    model,
    created_at,
  }
}

function printSection({ title, text, chart }: ReportSection, at: number): string {
  return [`## ${at + 1} ${title}`, text.trim(), ...(chart ? [tableOf(chart)] : [])].join('\n\n')
}

const tableOf = ({ years }: SectionChart): string =>
  ['| 年份 | 篇数 |', '| --- | --- |', ...years.map(({ label, count }) => `| ${label} | ${count} |`)].join(
    '\n',
  )
