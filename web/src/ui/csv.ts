/** Matches a short range such as `3-12`, which spreadsheets take for a date. */
const SHORT_RANGE = /^(\d{1,4})-(\d{1,4})$/

/** Matches the prefixes, full-width ones included, that spreadsheets take for the start of a formula. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r]/

const csvCell = (text: string): string => {
  const undated = text.replace(SHORT_RANGE, '$1–$2')
  const plain = FORMULA_START.test(undated) ? `'${undated}` : undated
  return `"${plain.replaceAll('"', '""')}"`
}

/** Formats rows as a CSV file for spreadsheets: UTF-8 with byte order mark, formulas neutralized (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
