import type { Work } from '@scinav/contract'

type MergeRules = { [Field in keyof Work]?: (known: Work[Field], found: Work[Field]) => Work[Field] }

/** The fields whose two values are more than put together. */
const MERGE_RULES: MergeRules = {
  title: (known) => known,
  resource_type: (known) => known,
  abstract: longerText,
  abstract_zh: longerText,
  publish_date: finerDate,
  creators: richerCreators,
  status: (known, found) => (known === 'normal' ? found : known),
  // Venues are printed: two spellings of one publisher must not stand side by side.
  publish_venue: (known, found) => (known.length > 0 ? known : found),
}

/** The record of a paper with what another record of the same work adds; the first one wins where both speak. */
export function mergeWorks(known: Work, found: Work): Work {
  const merged = { ...known }
  // Object.keys forgets what the keys are.
  for (const field of Object.keys(known) as (keyof Work)[]) mergeField(merged, found, field)
  return { ...merged, ...ownAbstracts(known, found) }
}

/** The work's own abstracts before summaries of this site, which go with all of theirs. */
function ownAbstracts(known: Work, found: Work): Partial<Work> {
  if (known.abstract_by === found.abstract_by) return {}
  const [own, ours] = known.abstract_by === 'source' ? [known, found] : [found, known]
  const { abstract, abstract_zh, abstract_by } = own.abstract || own.abstract_zh ? own : ours
  return { abstract, abstract_zh, abstract_by }
}

function mergeField<Field extends keyof Work>(merged: Work, found: Work, field: Field): void {
  const rule: MergeRules[Field] = MERGE_RULES[field]
  const both = rule ? rule(merged[field], found[field]) : mergeValues(merged[field], found[field])
  Object.assign(merged, { [field]: both })
}

/** Lists and tables of both; of numbers the greater, of texts the one that is there. */
function mergeValues(known: unknown, found: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(found)) return [...new Set([...known, ...found])]
  if (typeof known === 'number') return Math.max(known, Number(found))
  if (typeof known === 'object' && known !== null) return { ...Object(found), ...known }
  return known || found
}

function longerText(a: string | null, b: string | null): string | null {
  return (b?.length ?? 0) > (a?.length ?? 0) ? b : a
}

/** `2020-05` says more than `2020`, if it says the same year. */
function finerDate(a: string | null, b: string | null): string | null {
  if (!a) return b
  return b && b.length > a.length && b.startsWith(a.slice(0, 4)) ? b : a
}

/** The list with more people; of equal ones the one that knows more about them. */
function richerCreators(a: Work['creators'], b: Work['creators']): Work['creators'] {
  if (a.length !== b.length) return a.length > b.length ? a : b
  return JSON.stringify(b).length > JSON.stringify(a).length ? b : a
}
