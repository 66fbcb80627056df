// Quotation marks within quoted text become marks of the second level.

/** Replaces the marks of a text that the table has. */
const swapMarks = (text: string, marks: Readonly<Record<string, string>>): string =>
  text.replace(/[「」『』“”《》]/gu, (mark) => marks[mark] ?? mark)

const NESTED_CORNERS = { '「': '『', '」': '』', '『': '「', '』': '」' }
const NESTED_DOUBLE_QUOTES = { '“': '‘', '”': '’' }
const NESTED_TITLE_MARKS = { '《': '〈', '》': '〉' }

/** Puts a text in 「…」; corner brackets within it become 『』, and those within these 「」 again. */
export const inCorners = (text: string): string =>
  `「${/[「」]/u.test(text) ? swapMarks(text, NESTED_CORNERS) : text}」`

/** Puts a text in “…”; double quotes within it become ‘…’. */
export const inDoubleQuotes = (text: string): string => `“${swapMarks(text, NESTED_DOUBLE_QUOTES)}”`

/** Puts a title in 《…》; title marks within it become 〈…〉. */
export const inTitleMarks = (title: string): string => `《${swapMarks(title, NESTED_TITLE_MARKS)}》`
