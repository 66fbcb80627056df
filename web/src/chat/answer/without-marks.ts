const HEADING = /^ {0,3}#{1,6} +/
const ITEM = /^( {0,12})[-*] +/
const RULE_OF_TABLE = /^\|(?: {0,3}:?-{1,200}:? {0,3}\|)+ *$/
const STRONG = /\*\*([^*\n]{1,400})\*\*/g

/** A text that was written in Markdown, line by line without its signs: headings, items, strong words, tables. */
export const withoutMarks = (markdown: string): string =>
  markdown
    .split('\n')
    .flatMap((line) => (RULE_OF_TABLE.test(line) ? [] : lineWithout(line)))
    .join('\n')

const lineWithout = (line: string): string => {
  const bare = line.replace(HEADING, '').replace(ITEM, '$1• ').replaceAll(STRONG, '$1')
  return bare.startsWith('|') ? cellsOf(bare).join('　') : bare
}

/** A bar that a cell holds has a stroke before it. */
const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell) => cell !== '')
