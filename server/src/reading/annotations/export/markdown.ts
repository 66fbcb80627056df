import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import { type AnnotationWriter, colorName } from './annotation-writer.ts'

/** Escapes text for Markdown, so that nothing in it becomes a link, heading, image or tag. */
const plainMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|<>~$&=-]/g, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`))
    .replace(/^([ \t]*\d+)\./gm, '$1\\.')

const quoteLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${plainMarkdown(line.trimStart())}`)
    .join('\n')

/** Lines are trimmed, since an indented line would be a code block. */
const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => plainMarkdown(line.trim()))
    .join('  \n')

const chinaDate = (time: string) => formatChinaTime(time).slice(0, 10)

const pageLink = (page: number, link: string | null) =>
  link === null ? `第 ${page} 页` : `[第 ${page} 页](<${link}>)`

/** Writes the annotations of a document as Markdown, with links that open the pages. */
export const markdownWriter: AnnotationWriter = {
  head: ({ title, total, created_at }) =>
    `# ${plainMarkdown(title).replace(/\s+/g, ' ')}\n\n> 批注与笔记 ${total} 条；导出时间：${chinaDate(created_at)}\n\n`,
  item: (annotation, { link }) => {
    const { page, quote, comment, tags, creator, anchor, colour } = annotation
    const where =
      page === null ? '全文' : pageLink(page, link && `${link}&page=${page}&annotation_id=${annotation.id}`)
    const facts = [
      where,
      colorName(colour),
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
