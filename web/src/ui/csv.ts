const csvCell = (text: string): string => {
  // Spreadsheets take these prefixes, full-width ones included, for a formula, and a short range for a date.
  const tame = text.replace(/^(\d{1,4})-(\d{1,4})$/, '$1–$2')
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(tame) ? `'${tame}` : tame
  return `"${safe.replaceAll('"', '""')}"`
}

/** Formats rows as a CSV file for spreadsheets: UTF-8 with byte order mark, formulas neutralized (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
