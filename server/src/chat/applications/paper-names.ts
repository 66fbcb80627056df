import { inTitleMarks } from '@scinav/contract/quoted'

const MAX_NAMED_PAPERS = 5
const MAX_TITLE_CHARS = 80

/** How a sentence calls papers: the first five by title, then how many there are; 这些文献 where there are none. */
export function joinPaperTitles(titles: string[]): string {
  if (titles.length === 0) return '这些文献'
  const named = titles.slice(0, MAX_NAMED_PAPERS).map((title) => inTitleMarks(plainTitle(title)))
  return named.join('') + (titles.length > MAX_NAMED_PAPERS ? `等 ${titles.length} 篇文献` : '')
}

/** A title on one line, without light mark-up and invisible characters, cut where it is very long. */
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
