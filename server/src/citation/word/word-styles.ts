const BODY_FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** The Chinese size 五号, in half points. */
const FONT_SIZE_HALF_POINTS = 21

/** Default style of all Word files of the product. */
export const WORD_STYLES = {
  default: { document: { run: { font: BODY_FONT, size: FONT_SIZE_HALF_POINTS } } },
}

/** Indent of a quotation and of each level of a list, in twentieths of a point. */
export const INDENT_TWIPS = 360
/** The hanging indent of a reference: two characters of size 五号, in twentieths of a point. */
export const HANGING_INDENT_TWIPS = 420
/** The hanging indent of a list item with a mark, in twentieths of a point. */
export const MARK_INDENT_TWIPS = 220
/** The space after a paragraph, before a heading, and after the line below the title, in twentieths of a point. */
export const PARAGRAPH_SPACING_TWIPS = 120
/** The space before a heading. */
export const HEADING_SPACING_TWIPS = 240
/** The space after the line below the title. */
export const LABEL_SPACING_TWIPS = 200

/** Removes characters that XML does not allow; a lone surrogate becomes U+FFFD. */
export function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
