import type { Work } from '@scinav/contract'

/** For some fields of a work, how the known and the found value are combined. */
type MergeRules = { [Field in keyof Work]?: (known: Work[Field], found: Work[Field]) => Work[Field] }

/** Rules for the fields whose two values are not simply combined. */
const MERGE_RULES: MergeRules = {
  title: (known) => known,
  resource_type: (known) => known,
  abstract: longerText,
  abstract_zh: longerText,
  publish_date: finerDate,
  creators: richerCreators,
  status: (known, found) => (known === 'normal' ? found : known),
  // Venues are printed, so two spellings of one publisher must not be combined.
  publish_venue: (known, found) => (known.length > 0 ? known : found),
}

/**
 * Returns a paper's record completed by another record of the same work. Where both have a value, lists are united,
 * the greater number and the longer abstract are taken, and otherwise the known value stays; `MERGE_RULES` has the
 * exceptions.
 */
export function mergeWorks(known: Work, found: Work): Work {
  const merged = { ...known }
  // Object.keys types its elements as string.
  for (const field of Object.keys(known) as (keyof Work)[]) mergeField(merged, found, field)
  return { ...merged, ...ownAbstracts(known, found) }
}

/**
 * Returns the abstracts of the work itself in preference to summaries by this site; the two kinds are never mixed.
 */
function ownAbstracts(known: Work, found: Work): Partial<Work> {
  if (known.abstract_by === found.abstract_by) return {}
  const [bySource, bySite] = known.abstract_by === 'source' ? [known, found] : [found, known]
  const hasOwn = bySource.abstract || bySource.abstract_zh
  const { abstract, abstract_zh, abstract_by } = hasOwn ? bySource : bySite
  return { abstract, abstract_zh, abstract_by }
}

/** Sets one field of `merged` to the combination of its value and that of the other record. */
function mergeField<Field extends keyof Work>(merged: Work, found: Work, field: Field): void {
  const rule: MergeRules[Field] = MERGE_RULES[field]
  const combined = rule ? rule(merged[field], found[field]) : mergeValues(merged[field], found[field])
  Object.assign(merged, { [field]: combined })
}

/** Combines two values: the union of lists and objects, the greater number, and the first non-empty text. */
function mergeValues(known: unknown, found: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(found)) return [...new Set([...known, ...found])]
  if (typeof known === 'number') return Math.max(known, Number(found))
  if (typeof known === 'object' && known !== null) return { ...Object(found), ...known }
  return known || found
}

/** Returns the longer text, the first of equally long ones; null without either. */
function longerText(a: string | null, b: string | null): string | null {
  return (b?.length ?? 0) > (a?.length ?? 0) ? b : a
}

/**
 * Returns the more precise of two dates of the same year (`2020-05` rather than `2020`), else the first
 * that is known; null without either.
 */
function finerDate(a: string | null, b: string | null): string | null {
  if (!a) return b
  return b && b.length > a.length && b.startsWith(a.slice(0, 4)) ? b : a
}

/** Returns the longer list; of equally long ones the one with more details. */
function richerCreators(a: Work['creators'], b: Work['creators']): Work['creators'] {
  if (a.length !== b.length) return a.length > b.length ? a : b
  return JSON.stringify(b).length > JSON.stringify(a).length ? b : a
}
