// Finds the further CSL variables that users write into the note of a reference.
/** Matches a field anywhere in a note: `{:original-date: 1949}`. */
const BRACED_FIELD = /\{:([a-z][a-zA-Z_-]{0,40}): ?([^{}\n]{1,400})\}/g
/** Matches a field that is a line of a note: `original-date: 1949`. */
const FIELD_LINE = /^([A-Za-z][A-Za-z_-]{0,40}): *(\S.*)$/

/**
 * Returns the further fields in a note: `{:variable: value}` anywhere in it, and the lines `variable: value` at its
 * start.
 */
export function noteFields(note: string): [string, string][] {
  const fields: [string, string][] = []
  for (const match of note.matchAll(BRACED_FIELD)) fields.push([match[1] ?? '', (match[2] ?? '').trim()])
  // Blank lines may come first; the first line of another kind ends the fields.
  for (const line of note.split('\n')) {
    const match = FIELD_LINE.exec(line)
    if (!match) {
      if (fields.length > 0 || line.trim() !== '') break
      continue
    }
    fields.push([match[1] ?? '', (match[2] ?? '').trim()])
  }
  return fields
}
