import type { Reference, Work } from '@scinav/contract'
import type { CslItem, CslName } from './csl.ts'
import { isoText } from './dates.ts'
import { toCsl } from './from-work.ts'
import { displayName, familyName, initials, isUndividedName } from './names.ts'
import { resourceTypeOf } from './resource-types.ts'

/** `Dunbar K L`; names without alphabet and bodies whole. */
function shortName(name: CslName): string {
  if (isUndividedName(name)) return displayName(name)
  return [familyName(name), ...initials(name.given ?? '', true)].join(' ')
}

function venuesOf(item: CslItem, type: number): string[] {
  const place = item['publisher-place'] ?? (type === 5 ? item['event-place'] : undefined)
  const venues = type === 4 ? [item.publisher] : [place, item.publisher ?? item.archive]
  return venues.filter((venue) => venue !== undefined)
}

/** Where in its source the item stands. A newspaper's page is what the format prints in brackets. */
function positionInSource(item: CslItem, type: number) {
  const page = item.page ?? null
  return {
    basic_sourcename: item['container-title'] ?? item['event-title'] ?? null,
    basic_source_vo: item.volume ?? null,
    basic_source_no: item.issue ?? (type === 3 ? page : null),
    basic_page: page,
  }
}

/** The number of a standard or patent, the ISBN of anything else. */
function identifyingNumber(item: CslItem, type: number): string | null {
  const number = type === 6 || type === 7 ? (item.number ?? item['call-number']) : item.ISBN
  return number ?? null
}

/** CSL-JSON as the specification's citation source. Editors stand for authors where there are none. */
export function cslToReference(item: CslItem): Reference {
  const type = resourceTypeOf(item.type)
  const names = item.author ?? item.editor ?? []
  return {
    resource_type: type,
    title: item.title ?? null,
    title_zh: item.custom?.title_zh ?? null,
    url: item.URL ?? null,
    authors: names.map(displayName),
    authors_short: names.map(shortName),
    ...positionInSource(item, type),
    publish_date: isoText(item.issued) || null,
    publish_venue: venuesOf(item, type),
    isbn: identifyingNumber(item, type),
  }
}

/** A work as the specification's citation source: its own venues and date, names as `authors` and `authors_short`. */
export function workToReference(work: Work): Reference {
  return {
    ...cslToReference(toCsl(work)),
    resource_type: work.resource_type,
    title: work.title,
    title_zh: work.title_zh,
    publish_date: work.publish_date,
    publish_venue: work.publish_venue,
    isbn: work.isbn,
  }
}
