import { type WordBlock, writeWordFileWithoutBlocking } from '../../../citation/word/index.ts'
import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import type { Annotation } from '../marks/annotation.service.ts'
import { colorName, type ExportInfo } from './annotation-writer.ts'

const styledText = (text: string, ...styles: ('bold' | 'italic')[]) => [{ text, styles }]

/** Writes the annotations of a document as a Word file. */
export function toDocx(annotations: Annotation[], { title, created_at }: ExportInfo): Promise<Uint8Array> {
  const blocks = annotations.flatMap((annotation): WordBlock[] => {
    const { page, quote, comment, tags, creator, anchor, colour } = annotation
    const place = page === null ? '全文' : `第 ${page} 页`
    const lostMark = anchor === 'lost' ? '（未能定位）' : ''
    const heading = `${[place, colorName(colour), creator.nick_name].join(' · ')}${lostMark}`
    return [
      { kind: 'heading', level: 2, spans: styledText(heading) },
      ...(quote === '' ? [] : [{ kind: 'quote' as const, spans: styledText(quote, 'italic') }]),
      ...(comment === '' ? [] : [{ kind: 'paragraph' as const, spans: styledText(comment) }]),
      ...(tags.length === 0
        ? []
        : [{ kind: 'paragraph' as const, spans: styledText(`标签：${tags.join('、')}`) }]),
    ]
  })
  return writeWordFileWithoutBlocking({
    title,
    label: `批注与笔记 ${annotations.length} 条；导出时间：${formatChinaTime(created_at).slice(0, 10)}`,
    keywords: '批注',
    properties: {},
    blocks,
  })
}
