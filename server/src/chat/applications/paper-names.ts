import { inTitleMarks } from '@scinav/contract/quoted'

const MAX_NAMED_PAPERS = 5
const MAX_TITLE_CHARS = 80

/** Returns a name for papers within a sentence: the first five titles and the total number; 这些文献 for an empty list. */
export function joinPaperTitles(titles: string[]): string {
  if (titles.length === 0) return '这些文献'
  const named = titles.slice(0, MAX_NAMED_PAPERS).map((title) => inTitleMarks(plainTitle(title)))
  return named.join('') + (titles.length > MAX_NAMED_PAPERS ? `等 ${titles.length} 篇文献` : '')
}

/** Returns a title on one line without light mark-up and invisible characters, shortened when it is very long. */
function plainTitle(title: string): string {
  const plain = title
    .replace(/<\/?(?:sub|sup|i|b)>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[《》]/g, '')
    .trim()
  const characters = [...plain]
  return characters.length > MAX_TITLE_CHARS ? `${characters.slice(0, MAX_TITLE_CHARS).join('')}…` : plain
}
