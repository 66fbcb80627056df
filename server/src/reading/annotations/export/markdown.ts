import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import type { AnnotationWriter } from './annotation-writer.ts'
import { colourName } from './colours.ts'

/** A text that is only text in Markdown: nothing in it is a link, a heading, a picture or a tag. */
const plainMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|<>~$&=-]/g, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`))
    .replace(/^([ \t]*\d+)\./gm, '$1\\.')

const quoteLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${plainMarkdown(line.trimStart())}`)
    .join('\n')

/** A line that stands further in would be code. */
const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => plainMarkdown(line.trim()))
    .join('  \n')

const chinaDate = (time: string) => formatChinaTime(time).slice(0, 10)

const pageLink = (page: number, link: string | null) =>
  link === null ? `第 ${page} 页` : `[第 ${page} 页](<${link}>)`

/** Notes of one document as Markdown; each page is a link that opens it. */
export const markdownWriter: AnnotationWriter = {
  head: ({ title, total, created_at }) =>
    `# ${plainMarkdown(title).replace(/\s+/g, ' ')}\n\n> 批注与笔记 ${total} 条；导出时间：${chinaDate(created_at)}\n\n`,
  item: (annotation, { link }) => {
    const { page, quote, comment, tags, creator, anchor, colour } = annotation
    const place =
      page === null ? '全文' : pageLink(page, link && `${link}&page=${page}&annotation_id=${annotation.id}`)
    const facts = [
      place,
      colourName(colour),
      plainMarkdown(creator.nick_name),
      chinaDate(annotation.created_at),
    ]
    return [
      `### ${facts.join(' · ')}${anchor === 'lost' ? '（未能定位）' : ''}`,
      ...(quote === '' ? [] : [quoteLines(quote)]),
      ...(comment === '' ? [] : [plainLines(comment)]),
      ...(tags.length === 0 ? [] : [`标签：${tags.map(plainMarkdown).join('、')}`]),
    ].join('\n\n')
  },
  between: '\n\n',
  tail: '\n',
}
