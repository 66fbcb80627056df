// The common structure of RIS, EndNote, RefWorks, NoteExpress, CNKI, Ovid and Web of Science: lines with a tag in
// front.
import type { Creator } from '@scinav/contract'
import { addWarning, boundedField, excerptOf } from '../format.ts'

/** The values of each tag, in order. */
export type TaggedFields = ReadonlyMap<string, readonly string[]>

/** Returns tag and value of a line; null for a line that continues the previous value. */
export type Tagger = (line: string) => readonly [string, string] | null

/** The rules of a tagged format. */
export interface TagRules {
  /** Returns a tagger for one file or one record; how it interprets a line may depend on earlier lines. */
  tagger(): Tagger
  /** The tag that starts a record. */
  begin: string
  /** The tag that ends a record, where the format has one. */
  end?: string
  /** Tags outside of records, which belong to the file. */
  outside?: readonly string[]
  /** Tags whose continuation lines are values of their own. */
  perLine?: readonly string[]
  /** Tags whose values end with their line. */
  oneLine?: readonly string[]
  /** Tags whose values may continue after a blank line; when absent, all may. */
  prose?: readonly string[]
  /**
   * Tags of which a record without its first line must have at least one to count as a record; when absent, any lines
   * do.
   */
  essential?: readonly string[]
  /** Whether a record without its first line is accepted; it then ends at a blank line. */
  lenient?: boolean
}

/** Returns the fields of one record; of the tag `begin` only the last value is kept. Adds warnings to the record. */
export function parseTagged(text: string, rules: TagRules): TaggedFields {
  const fields = new Map<string, string[]>()
  const tagOf = rules.tagger()
  let tag = ''
  let values: string[] = []
  let afterBlank = false
  for (const line of text.split('\n')) {
    const found = tagOf(line)
    if (found) {
      tag = found[0]
      values = tag === rules.begin ? [] : (fields.get(tag) ?? [])
      values.push(found[1])
      fields.set(tag, values)
    } else continueValue(rules, tag, values, line, afterBlank)
    afterBlank = !found && (afterBlank || line.trim() === '')
  }
  for (const [tag, values] of fields) fields.set(tag, boundedValues(tag, values))
  return fields
}

/** Number of values of a tag that are kept: no record has as many authors or references. */
const MAX_VALUES = 20_000

/** Returns the values of a tag, each of bounded length; with a warning where there are too many. */
function boundedValues(tag: string, values: readonly string[]): string[] {
  if (values.length > MAX_VALUES) addWarning(`字段「${excerptOf(tag)}」太多，只收入前 ${MAX_VALUES} 个`)
  return values.slice(0, MAX_VALUES).map((value) => boundedField(tag, value))
}

/**
 * Handles a line without a tag: it continues the last value, is another value of its tag, or is dropped with a warning.
 */
function continueValue(
  rules: TagRules,
  tag: string,
  values: string[],
  line: string,
  afterBlank: boolean,
): void {
  const valueHasEnded =
    rules.oneLine?.includes(tag) || (afterBlank && rules.prose && !rules.prose.includes(tag))
  if (valueHasEnded) {
    if (line.trim() !== '') addWarning(`有一行不属于任何字段，没有收入：${excerptOf(line)}`)
  } else if (rules.perLine?.includes(tag)) values.push(line.trim())
  else values.push(`${values.pop() ?? ''}\n${line}`)
}

/** Returns the first non-blank value of the first tag that has one, trimmed. */
export function firstValue(fields: TaggedFields, ...tags: string[]): string | null {
  for (const tag of tags) {
    const found = fields.get(tag)?.find((value) => value.trim() !== '')
    if (found !== undefined) return found.trim()
  }
  return null
}

/** Returns all non-blank values of the tags. */
export function allValues(fields: TaggedFields, ...tags: string[]): string[] {
  return tags.flatMap((tag) => fields.get(tag) ?? []).filter((value) => value.trim() !== '')
}

/**
 * Assigns institutions to authors, in place: a single one to all, or one each where there are as many as authors.
 * Otherwise only the first author's is known; it is assigned, and the complete list is returned for `csl.custom`.
 */
export function assignAffiliations(
  creators: readonly Creator[],
  institutions: readonly string[],
): { custom?: { affiliations: string[] } } {
  const authors = creators.filter((creator) => creator.role === 'author')
  const [only] = institutions
  if (only === undefined || authors.length === 0) return {}
  const isOneEach = institutions.length === authors.length
  if (isOneEach || institutions.length === 1) {
    for (const [i, author] of authors.entries())
      author.affiliations.push(isOneEach ? (institutions[i] ?? only) : only)
    return {}
  }
  authors[0]?.affiliations.push(only)
  return { custom: { affiliations: [...institutions] } }
}
