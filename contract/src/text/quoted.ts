// Text of people between quotation marks: marks within it are those of the second level.

const swapped = (text: string, marks: Readonly<Record<string, string>>): string =>
  text.replace(/[「」『』“”《》]/gu, (mark) => marks[mark] ?? mark)

const CORNERS = { '「': '『', '」': '』', '『': '「', '』': '」' }
const DOUBLE = { '“': '‘', '”': '’' }
const TITLES = { '《': '〈', '》': '〉' }

/** 「…」; marks of the same kind within it become 『』, and what stands in those 「」 again. */
export const inCorners = (text: string): string =>
  `「${/[「」]/u.test(text) ? swapped(text, CORNERS) : text}」`

/** “…”, with ‘…’ within it. */
export const inDoubleQuotes = (text: string): string => `“${swapped(text, DOUBLE)}”`

/** 《…》 round a title, with 〈…〉 within it. */
export const inTitleMarks = (title: string): string => `《${swapped(title, TITLES)}》`
