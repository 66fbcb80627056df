/** The place of a citation in a text: its index, 0-based, between two characters of the private use area. */
const PLACE = /\uE000(\d{1,5})\uE001/

/** Returns what stands for a citation in a text until it is put in. */
export const citationPlace = (index: number): string => `\uE000${index}\uE001`

/** Removes the signs that mark citations from a text. */
export const withoutPlaces = (text: string): string => text.replace(/[\uE000\uE001]/g, '')

/** Splits a text at its places. */
export const splitPlaces = (text: string): (string | { index: number })[] =>
  // Splitting by a pattern with a group gives text and indexes in turn.
  text.split(PLACE).map((piece, at) => (at % 2 === 0 ? piece : { index: Number(piece) }))

/** Numbers the footnotes of a Word file, from 1, as the writer of the file wants them. */
export const numberNotes = <Paragraph>(
  notes: readonly Paragraph[],
): Record<string, { children: Paragraph[] }> =>
  Object.fromEntries(notes.map((note, at) => [at + 1, { children: [note] }]))
