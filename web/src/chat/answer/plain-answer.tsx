import styles from './answer.module.css'

/** Renders the text of an answer or a section until the renderer of markers, tables and formulas has loaded. */
export function PlainAnswer({ text }: { text: string }) {
  return <p className={styles.plain}>{stripMarkdown(text)}</p>
}

/** Match `## heading`, `  - item`, `| --- | :-: |` and `**bold**`. */
const HEADING = /^ {0,3}#{1,6} +/
const LIST_ITEM = /^( {0,12})[-*] +/
const TABLE_RULE = /^\|(?: {0,3}:?-{1,200}:? {0,3}\|)+ *$/
const STRONG = /\*\*([^*\n]{1,400})\*\*/g

/** Strips the Markdown syntax of a text line by line: headings, list items, emphasis, tables. */
export const stripMarkdown = (markdown: string): string =>
  markdown
    .split('\n')
    .flatMap((line) => (TABLE_RULE.test(line) ? [] : stripLine(line)))
    .join('\n')

const stripLine = (line: string): string => {
  const bare = line.replace(HEADING, '').replace(LIST_ITEM, '$1• ').replaceAll(STRONG, '$1')
  return bare.startsWith('|') ? splitCells(bare).join('　') : bare
}

/** Splits a table row into its cells. A vertical bar inside a cell is escaped with a backslash. */
const splitCells = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell) => cell !== '')
