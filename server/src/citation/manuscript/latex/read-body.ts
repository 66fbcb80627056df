import { latexToText } from '@scinav/formats'
import type { BlockSpan, ManuscriptBlock } from '../reading/manuscript.ts'

/** A citation by keys in the text of a block. */
export interface KeyedCitation extends BlockSpan {
  text: string
  keys: string[]
}

/** The text of a LaTeX manuscript. */
export interface LatexBody {
  blocks: ManuscriptBlock[]
  citations: KeyedCitation[]
  /** Whether `\nocite{*}` lists all entries. */
  citesAll: boolean
}

/** Environments whose content is no text. */
const SKIPPED_ENVIRONMENTS =
  'equation|align|alignat|gather|multline|eqnarray|displaymath|math|verbatim|lstlisting|minted|tikzpicture|algorithmic|algorithm|tabular|tabularx|longtable|thebibliography|comment|array'
const ENVIRONMENT_START = new RegExp(`\\\\begin\\s{0,4}\\{((?:${SKIPPED_ENVIRONMENTS})\\*?)\\}`, 'g')
/** A citation command of LaTeX, natbib or biblatex. */
const CITE =
  /\\([A-Za-z]{0,30}[Cc]ite[a-z]{0,30})\*?((?:\s{0,2}\[[^\]\n]{0,300}\]){0,2})\s{0,2}\{([^{}]{0,2000})\}/g
/** Commands whose names contain `cite` and that cite nothing. */
const NO_CITATION =
  /^(?:nocite|citestyle|setcitestyle|citename|DeclareCiteCommand|defcitealias|bibcite|citation)$/
/** What begins blocks of its own. */
const BLOCK_COMMAND =
  /\\(part|chapter|section|subsection|subsubsection|paragraph|caption|footnote|title|thanks)\*?\s{0,4}(?:\[[^\]\n]{0,300}\])?\s{0,4}\{/g

/** The number of a citation between signs of the private use area, which stands for it while the text is converted. */
const CITATION_NUMBER = /\uE0F0(\d{1,6})\uE0F1/g

/** Reads the text between the beginning and the end of the document. */
export function readBody(source: string): LatexBody {
  const from = source.indexOf('\\begin{document}')
  const to = source.lastIndexOf('\\end{document}')
  const document = source.slice(from < 0 ? 0 : from + '\\begin{document}'.length, to < 0 ? source.length : to)
  // The keys of each citation, by the number that stands for it in the text.
  const keys: string[][] = []
  const text = withoutEnvironments(document).replace(
    CITE,
    (whole, command: string, _: string, list: string) => {
      if (NO_CITATION.test(command)) return command === 'nocite' ? '' : whole
      keys.push(
        list
          .split(',')
          .map((key) => key.trim())
          .filter((key) => key !== ''),
      )
      return `\uE0F0${keys.length - 1}\uE0F1`
    },
  )
  const body: LatexBody = {
    blocks: [],
    citations: [],
    citesAll: /\\nocite\s{0,4}\{\s{0,4}\*\s{0,4}\}/.test(document),
  }
  for (const { kind, latex } of splitBlocks(text)) addBlock(body, kind, latex, keys)
  return body
}

/** Removes environments without text; one that does not end is left as it is. */
function withoutEnvironments(text: string): string {
  const parts: string[] = []
  const endless = new Set<string>()
  let from = 0
  for (const { 1: name = '', index } of text.matchAll(ENVIRONMENT_START)) {
    if (index < from || endless.has(name)) continue
    const end = text.indexOf(`\\end{${name}}`, index)
    if (end < 0) {
      endless.add(name)
      continue
    }
    parts.push(text.slice(from, index))
    from = end + `\\end{${name}}`.length
  }
  parts.push(text.slice(from))
  return parts.join(' ')
}

interface LatexBlock {
  kind: ManuscriptBlock['kind']
  latex: string
}

/** The kinds of blocks that commands begin; all others begin headings. */
const KINDS: Record<string, ManuscriptBlock['kind']> = {
  caption: 'caption',
  footnote: 'footnote',
  thanks: 'footnote',
}

/** Splits text into paragraphs and the arguments of commands that are blocks of their own. */
function splitBlocks(text: string): LatexBlock[] {
  const blocks: LatexBlock[] = []
  const addText = (latex: string) => {
    for (const paragraph of latex.split(/\n\s*?\n|\\par\b/))
      blocks.push({ kind: 'paragraph', latex: paragraph })
  }
  let from = 0
  let paragraph = ''
  // Footnotes follow the paragraph that they interrupt.
  const notes: LatexBlock[] = []
  for (const { 0: whole, 1: command = '', index } of text.matchAll(BLOCK_COMMAND)) {
    if (index < from) continue
    const start = index + whole.length
    const end = endOfGroup(text, start)
    paragraph += text.slice(from, index)
    from = Math.min(text.length, end + 1)
    const kind = KINDS[command] ?? 'heading'
    if (kind === 'footnote') notes.push({ kind, latex: text.slice(start, end) })
    else {
      addText(paragraph)
      blocks.push(...notes.splice(0), { kind, latex: text.slice(start, end) })
      paragraph = ''
    }
  }
  addText(paragraph + text.slice(from))
  return [...blocks, ...notes]
}

/** Bounds the length of the argument of a command, in UTF-16 units. */
const MAX_GROUP_CHARS = 20_000

/** Returns the offset of the brace that closes the group around an offset. */
function endOfGroup(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_GROUP_CHARS)
  let depth = 1
  for (let at = start; at < limit; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth === 0) return at
  }
  return limit
}

/** Commands that place or refer to something and leave no text. */
const SILENT_COMMAND =
  /\\(?:label|ref|eqref|pageref|autoref|cref|Cref|includegraphics|vspace|hspace|bibliographystyle|bibliography|addbibresource|usepackage|begin|end|input|include|pagestyle|thispagestyle|setcounter|setlength)\*?\s{0,4}(?:\[[^\]\n]{0,300}\])?\s{0,4}\{[^{}]{0,300}\}|\\(?:printbibliography|maketitle|tableofcontents|newpage|clearpage|centering|noindent|item|appendix)(?:\[[^\]\n]{0,300}\])?/g

/** Adds a block with its citations, printed as their keys in brackets. */
function addBlock(
  { blocks, citations }: LatexBody,
  kind: ManuscriptBlock['kind'],
  latex: string,
  keys: string[][],
): void {
  const plainText = latexToText(latex.replace(SILENT_COMMAND, ' ')).replace(/\s+/g, ' ').trim()
  if (plainText === '') return
  const block = blocks.length
  let text = ''
  let from = 0
  for (const { 0: whole, 1: number = '', index } of plainText.matchAll(CITATION_NUMBER)) {
    text += plainText.slice(from, index)
    const citedKeys = keys[Number(number)] ?? []
    const printed = `[${citedKeys.join(', ')}]`
    citations.push({
      block,
      start: text.length,
      end: text.length + printed.length,
      text: printed,
      keys: citedKeys,
    })
    text += printed
    from = index + whole.length
  }
  blocks.push({ text: text + plainText.slice(from), kind, page: null })
}
