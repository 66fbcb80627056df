/** A quotation, title, code or formula; those longer than its bounds are left as they are. */
const QUOTED =
  /“[^“”]{1,600}”|"[^"\n]{1,600}"|「[^「」]{1,600}」|『[^『』]{1,600}』|《[^《》]{1,300}》|`[^`\n]{1,300}`|\$[^$\n]{1,300}\$/gu
/** The beginning of a line that Markdown shows as a quotation. */
const BLOCK_QUOTE = /^ {0,3}>/

/** Returns a text without what it only shows: quotations, titles, code, formulas, and the given names. */
export function ownWords(text: string, names: Iterable<string> = []): string {
  const outsideFences = text.split('```').filter((_, at) => at % 2 === 0)
  const lines = outsideFences.join(' ').split('\n')
  let own = lines
    .filter((line) => !BLOCK_QUOTE.test(line))
    .join('\n')
    .replaceAll(QUOTED, ' ')
  for (const name of names) if (name !== '') own = own.replaceAll(name, ' ')
  return own
}
