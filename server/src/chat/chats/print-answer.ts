import type { WordBlock } from '../../citation/word/index.ts'
import { chinaTime } from '../../platform/foundation/clock.ts'
import { type Block, blocksOf, type Span } from './markdown.ts'

/** An answer as it goes into a file. */
export interface Printed {
  title: string
  question: string
  /** Markdown. */
  answer: string
  /** References with their numbers, one an entry. */
  references: string[]
  /** The text has headings of its own, from `##` on: a report. */
  is_report?: boolean
  /** What stands behind the references. */
  appendix?: { title: string; entries: string[] }
  /** What its headings are in; left out: Chinese. */
  language?: 'zh' | 'en'
  /** How it was made, such as 「AI 生成，请核实」. */
  label: string
  is_ai: boolean
  model: string | null
  created_at: string
}

const HEADS = {
  zh: { question: '问题', answer: '回答', references: '参考文献' },
  en: { question: 'Question', answer: 'Answer', references: 'References' },
}
const headsOf = ({ language = 'zh' }: Printed) => HEADS[language]
const PRODUCT = '科学导航'

/** What follows the label: by which model, and when. */
const madeBy = ({ model, created_at }: Printed) =>
  `${model ? `模型：${model}；` : ''}生成时间：${chinaTime(created_at)}`

/** As Markdown, its metadata in front. */
export function toMarkdown(printed: Printed): string {
  const meta = {
    title: printed.title,
    generator: PRODUCT,
    label: printed.label,
    ai_generated: printed.is_ai,
    model: printed.model,
    date: printed.created_at,
  }
  const heads = headsOf(printed)
  const front = Object.entries(meta).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const parts = [
    `---\n${front.join('\n')}\n---`,
    `# ${printed.title}`,
    `> ${printed.label}（${madeBy(printed)}）`,
    `## ${heads.question}`,
    printed.question,
    ...(printed.is_report ? [] : [`## ${heads.answer}`]),
    printed.answer,
    ...(printed.references.length > 0
      ? [
          `## ${heads.references}`,
          ...printed.references.map((each) => each.replace(/^\[(\d+)\]/, '\\[$1\\] ')),
        ]
      : []),
    ...(printed.appendix
      ? [`## ${printed.appendix.title}`, ...printed.appendix.entries.map((each) => `- ${each}`)]
      : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
const TAGS = { bold: 'strong', italic: 'em', code: 'code', struck: 'del' } as const

const htmlOf = (spans: Span[]) =>
  spans
    .map(({ text, faces }) =>
      faces.reduceRight(
        (inner, face) => `<${TAGS[face]}>${inner}</${TAGS[face]}>`,
        plain(text).replaceAll('\n', '<br>'),
      ),
    )
    .join('')

function htmlBlock(block: Block, deeper: number): string {
  switch (block.kind) {
    case 'heading': {
      const tag = `h${Math.min(6, block.level + deeper)}`
      return `<${tag}>${htmlOf(block.spans)}</${tag}>`
    }
    case 'item':
      return `<p class="item" style="margin-left:${block.depth + 1}em">${plain(block.mark)} ${htmlOf(block.spans)}</p>`
    case 'quote':
      return `<blockquote>${htmlOf(block.spans)}</blockquote>`
    case 'code':
      return `<pre>${plain(block.text)}</pre>`
    case 'rule':
      return '<hr>'
    case 'table':
      return `<table>${block.rows.map(htmlRow).join('')}</table>`
    default:
      return `<p>${htmlOf(block.spans)}</p>`
  }
}

const htmlRow = (cells: Span[][]) => `<tr>${cells.map((cell) => `<td>${htmlOf(cell)}</td>`).join('')}</tr>`

const STYLE =
  'body{max-width:46em;margin:2em auto;padding:0 1em;font-family:"Times New Roman","Songti SC",SimSun,serif;line-height:1.7;overflow-wrap:anywhere}' +
  '.label{border-left:4px solid #d48806;padding:.3em .8em;background:#fffbe6}table{display:block;overflow-x:auto;border-collapse:collapse}' +
  'td{border:1px solid #999;padding:.2em .6em}pre{white-space:pre-wrap;background:#f5f5f5;padding:.6em}' +
  // As the reader's system looks; on paper black on white.
  '@media screen{:root{color-scheme:light dark}}' +
  '@media screen and (prefers-color-scheme:dark){body{background:#15131c;color:#e8e6ef}.label{background:#33270f}pre{background:#242030}}'

const htmlAppendix = ({ appendix }: Printed) =>
  appendix
    ? `<h2>${plain(appendix.title)}</h2>\n${appendix.entries.map((each) => `<p>${plain(each)}</p>`).join('\n')}`
    : ''

/** As a page that stands alone: no script, nothing loaded, every text escaped. */
export function toHtml(printed: Printed): string {
  const metas = {
    generator: PRODUCT,
    description: printed.label,
    'ai-generated': String(printed.is_ai),
    ...(printed.model ? { 'ai-model': printed.model } : {}),
  }
  const heads = headsOf(printed)
  const references = printed.references.map((each) => `<p>${plain(each)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${printed.language === 'en' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${plain(printed.title)}</title>
${Object.entries(metas)
  .map(([name, content]) => `<meta name="${name}" content="${plain(content)}">`)
  .join('\n')}
<style>${STYLE}</style></head><body>
<h1>${plain(printed.title)}</h1>
<p class="label">${plain(printed.label)}（${plain(madeBy(printed))}）</p>
<h2>${heads.question}</h2>
<p>${plain(printed.question).replaceAll('\n', '<br>')}</p>
${printed.is_report ? '' : `<h2>${heads.answer}</h2>`}
${blocksOf(printed.answer)
  .map((block) => htmlBlock(block, printed.is_report ? 0 : 2))
  .join('\n')}
${references ? `<h2>${heads.references}</h2>\n${references}` : ''}
${htmlAppendix(printed)}
</body></html>
`
}

/** The same parts for a Word file: headings, and blocks of text. */
export function partsOf(printed: Printed): { title: string; label: string; blocks: WordBlock[] } {
  const heading = (text: string): Block => ({ kind: 'heading', level: 1, spans: [{ text, faces: [] }] })
  const paragraph = (text: string): Block => ({ kind: 'paragraph', spans: [{ text, faces: [] }] })
  const entry = (text: string): WordBlock => ({ kind: 'entry', spans: [{ text, faces: [] }] })
  const { title, label, question, answer, references, is_report = false, appendix } = printed
  const heads = headsOf(printed)
  const list = references.length > 0 ? [heading(heads.references), ...references.map(entry)] : []
  const rest = appendix ? [heading(appendix.title), ...appendix.entries.map(entry)] : []
  return {
    title,
    label: `${label}（${madeBy(printed)}）`,
    blocks: [
      heading(heads.question),
      paragraph(question),
      ...(is_report ? blocksOf(answer).map(lifted) : [heading(heads.answer), ...blocksOf(answer)]),
      ...list,
      ...rest,
    ],
  }
}

/** Sections of a report are its first headings. */
const lifted = (block: Block): Block =>
  block.kind === 'heading' ? { ...block, level: Math.max(1, block.level - 1) } : block
