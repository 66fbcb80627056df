import { type MarkdownBlock, parseBlocks, type StyledSpan } from './markdown.ts'
import { PRODUCT_NAME, type PrintableAnswer, provenanceText, sectionHeadings } from './printable-answer.ts'

/** Returns an answer as a self-contained HTML page without scripts and external resources; all text is escaped. */
export function toHtml(printed: PrintableAnswer): string {
  const metas = {
    generator: PRODUCT_NAME,
    description: printed.label,
    'ai-generated': String(printed.is_ai),
    ...(printed.model ? { 'ai-model': printed.model } : {}),
  }
  const heads = sectionHeadings(printed)
  const references = printed.references.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${printed.language === 'en' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(printed.title)}</title>
${Object.entries(metas)
  .map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`)
  .join('\n')}
<style>${PAGE_STYLE}</style></head><body>
<h1>${escapeHtml(printed.title)}</h1>
<p class="label">${escapeHtml(printed.label)}（${escapeHtml(provenanceText(printed))}）</p>
<h2>${heads.question}</h2>
<p>${escapeHtml(printed.question).replaceAll('\n', '<br>')}</p>
${printed.is_report ? '' : `<h2>${heads.answer}</h2>`}
${parseBlocks(printed.answer)
  .map((block) => blockToHtml(block, printed.is_report ? 0 : 2))
  .join('\n')}
${references ? `<h2>${heads.references}</h2>\n${references}` : ''}
${appendixToHtml(printed)}
</body></html>
`
}

/** The style sheet of the page. */
const PAGE_STYLE =
  'body{max-width:46em;margin:2em auto;padding:0 1em;font-family:"Times New Roman","Songti SC",SimSun,serif;line-height:1.7;overflow-wrap:anywhere}' +
  '.label{border-left:4px solid #d48806;padding:.3em .8em;background:#fffbe6}table{display:block;overflow-x:auto;border-collapse:collapse}' +
  'td{border:1px solid #999;padding:.2em .6em}pre{white-space:pre-wrap;background:#f5f5f5;padding:.6em}' +
  // Screens follow the color scheme of the reader's system; print is black on white.
  '@media screen{:root{color-scheme:light dark}}' +
  '@media screen and (prefers-color-scheme:dark){body{background:#15131c;color:#e8e6ef}.label{background:#33270f}pre{background:#242030}}'

const appendixToHtml = ({ appendix }: PrintableAnswer) =>
  appendix
    ? `<h2>${escapeHtml(appendix.title)}</h2>\n${appendix.entries.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}`
    : ''

/** Returns a block as HTML, with headings lowered by `levels`. */
function blockToHtml(block: MarkdownBlock, levels: number): string {
  switch (block.kind) {
    case 'heading': {
      const tag = `h${Math.min(6, block.level + levels)}`
      return `<${tag}>${spansToHtml(block.spans)}</${tag}>`
    }
    case 'item':
      return `<p class="item" style="margin-left:${block.depth + 1}em">${escapeHtml(block.mark)} ${spansToHtml(block.spans)}</p>`
    case 'quote':
      return `<blockquote>${spansToHtml(block.spans)}</blockquote>`
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`
    case 'rule':
      return '<hr>'
    case 'table':
      return `<table>${block.rows.map(rowToHtml).join('')}</table>`
    default:
      return `<p>${spansToHtml(block.spans)}</p>`
  }
}

const rowToHtml = (cells: StyledSpan[][]) =>
  `<tr>${cells.map((cell) => `<td>${spansToHtml(cell)}</td>`).join('')}</tr>`

/** The tags of the styles of spans. */
const STYLE_TAGS = { bold: 'strong', italic: 'em', code: 'code', struck: 'del' } as const

/** Returns spans as HTML, their styles as tags and their line breaks as `<br>`. */
const spansToHtml = (spans: StyledSpan[]) =>
  spans
    .map(({ text, styles }) =>
      styles.reduceRight(
        (inner, style) => `<${STYLE_TAGS[style]}>${inner}</${STYLE_TAGS[style]}>`,
        escapeHtml(text).replaceAll('\n', '<br>'),
      ),
    )
    .join('')

/** The entities of the characters that HTML reserves. */
const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? sign)
