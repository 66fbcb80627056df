import type { api, OutputOf } from '@scinav/contract'

type Field = OutputOf<typeof api.references.check>['list'][number]['fields'][number]

/** Returns the pattern of a field's value where citation styles place it, so that no other number is taken for it. */
function fieldPattern({ field, given, printed }: Field): RegExp | null {
  const said = given.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  switch (field) {
    case 'year':
      return new RegExp(`(?<!\\d)${said}(?!\\d)`)
    case 'volume':
      return new RegExp(`(?<![\\d.])${said}(?= ?[(（])`)
    case 'issue':
      return new RegExp(`(?<=[(（])${said}(?=[)）])`)
    case 'pages':
      return new RegExp(`(?<!\\d)${said.replace('-', ' ?[-–—] ?')}(?!\\d)`)
    case 'doi':
    case 'journal':
    case 'title':
      return new RegExp(said, 'i')
    case 'authors':
      return printed === undefined ? null : new RegExp(said)
    default:
      return null
  }
}

/**
 * Replaces the fields of an entry with those of the record. `left` are the fields that are not replaced: values that
 * are not found in the entry, names that cannot be formatted reliably, and years that may belong to another edition.
 */
export function correctFields(text: string, fields: readonly Field[]): { text: string; left: Field[] } {
  const left: Field[] = []
  let now = text
  for (const each of fields) {
    const isSure = each.given !== '' && each.found !== '' && !each.edition
    const place = isSure ? fieldPattern(each) : null
    if (place?.test(now)) now = now.replace(place, () => each.printed ?? each.found)
    else left.push(each)
  }
  return { text: now, left }
}
