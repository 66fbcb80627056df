import { inTitleMarks } from '@scinav/contract/quoted'

const NAMED = 5
const LONGEST = 80

/** How a sentence calls papers: the first five by title, then how many there are; 这些文献 where there are none. */
export function namesOf(titles: string[]): string {
  if (titles.length === 0) return '这些文献'
  const named = titles.slice(0, NAMED).map((title) => inTitleMarks(plainTitle(title)))
  return named.join('') + (titles.length > NAMED ? `等 ${titles.length} 篇文献` : '')
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
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : plain
}
