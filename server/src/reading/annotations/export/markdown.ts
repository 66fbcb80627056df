import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import { type AnnotationWriter, colorName } from './annotation-writer.ts'

/** Escapes text for Markdown, so that nothing in it becomes a link, heading, image, list or tag. */
const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|<>~$&=-]/g, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`))
    // `1. ` at the beginning of a line would begin a numbered list.
    .replace(/^([ \t]*\d+)\./gm, '$1\\.')

const quoteLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line.trimStart())}`)
    .join('\n')

/** Escapes lines and ends them with hard breaks. They are trimmed, since an indented line would be a code block. */
const escapeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeMarkdown(line.trim()))
    .join('  \n')

const chinaDate = (time: string) => formatChinaTime(time).slice(0, 10)

const pageLink = (page: number, link: string | null) =>
  link === null ? `第 ${page} 页` : `[第 ${page} 页](<${link}>)`

/** Writes the annotations of a document as Markdown, with links that open the pages. */
export const markdownWriter: AnnotationWriter = {
  head: ({ title, total, created_at }) =>
    `# ${escapeMarkdown(title).replace(/\s+/g, ' ')}\n\n> 批注与笔记 ${total} 条；导出时间：${chinaDate(created_at)}\n\n`,
  item: (annotation, { link }) => {
    const { page, quote, comment, tags, creator, anchor, colour } = annotation
    const place =
      page === null ? '全文' : pageLink(page, link && `${link}&page=${page}&annotation_id=${annotation.id}`)
    const facts = [
      place,
      colorName(colour),
      escapeMarkdown(creator.nick_name),
      chinaDate(annotation.created_at),
    ]
    return [
      `### ${facts.join(' · ')}${anchor === 'lost' ? '（未能定位）' : ''}`,
      ...(quote === '' ? [] : [quoteLines(quote)]),
      ...(comment === '' ? [] : [escapeLines(comment)]),
      ...(tags.length === 0 ? [] : [`标签：${tags.map(escapeMarkdown).join('、')}`]),
    ].join('\n\n')
  },
  between: '\n\n',
  tail: '\n',
}
