import { longWordFile, type WordBlock } from '../../../citation/word/index.ts'
import { chinaTime } from '../../../platform/foundation/clock.ts'
import type { Annotation } from '../marks/annotation.service.ts'
import { colourName } from './colours.ts'
import type { Exported } from './exported.ts'

const plain = (text: string, ...faces: ('bold' | 'italic')[]) => [{ text, faces }]

/** Notes of one document as a Word file. */
export function toDocx(annotations: Annotation[], { title, created_at }: Exported): Promise<Uint8Array> {
  const blocks = annotations.flatMap((annotation): WordBlock[] => {
    const { page, quote, comment, tags, creator, anchor, colour } = annotation
    const place = page === null ? '全文' : `第 ${page} 页`
    const lost = anchor === 'lost' ? '（未能定位）' : ''
    const head = `${[place, colourName(colour), creator.nick_name].join(' · ')}${lost}`
    return [
      { kind: 'heading', level: 2, spans: plain(head) },
      ...(quote === '' ? [] : [{ kind: 'quote' as const, spans: plain(quote, 'italic') }]),
      ...(comment === '' ? [] : [{ kind: 'paragraph' as const, spans: plain(comment) }]),
      ...(tags.length === 0
        ? []
        : [{ kind: 'paragraph' as const, spans: plain(`标签：${tags.join('、')}`) }]),
    ]
  })
  return longWordFile({
    title,
    label: `批注与笔记 ${annotations.length} 条；导出时间：${chinaTime(created_at).slice(0, 10)}`,
    keywords: '批注',
    properties: {},
    blocks,
  })
}
