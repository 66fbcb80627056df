/** Matches a short range such as `3-12`, which spreadsheets take for a date. */
const SHORT_RANGE = /^(\d{1,4})-(\d{1,4})$/

/** Matches the prefixes, full-width ones included, that spreadsheets take for the start of a formula. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r]/

/** Formats a cell: quoted, with a short range and a formula changed so that spreadsheets show them as written. */
const csvCell = (text: string): string => {
  const withoutDate = text.replace(SHORT_RANGE, '$1–$2')
  const withoutFormula = FORMULA_START.test(withoutDate) ? `'${withoutDate}` : withoutDate
  return `"${withoutFormula.replaceAll('"', '""')}"`
}

/** Formats rows as a CSV file for spreadsheets: UTF-8 with byte order mark, formulas neutralized (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
