// Text of people between quotation marks: marks within it are those of the second level.

const swapMarks = (text: string, marks: Readonly<Record<string, string>>): string =>
  text.replace(/[「」『』“”《》]/gu, (mark) => marks[mark] ?? mark)

const NESTED_CORNERS = { '「': '『', '」': '』', '『': '「', '』': '」' }
const NESTED_DOUBLE_QUOTES = { '“': '‘', '”': '’' }
const NESTED_TITLE_MARKS = { '《': '〈', '》': '〉' }

/** 「…」; marks of the same kind within it become 『』, and what stands in those 「」 again. */
export const inCorners = (text: string): string =>
  `「${/[「」]/u.test(text) ? swapMarks(text, NESTED_CORNERS) : text}」`

/** “…”, with ‘…’ within it. */
export const inDoubleQuotes = (text: string): string => `“${swapMarks(text, NESTED_DOUBLE_QUOTES)}”`

/** 《…》 round a title, with 〈…〉 within it. */
export const inTitleMarks = (title: string): string => `《${swapMarks(title, NESTED_TITLE_MARKS)}》`
