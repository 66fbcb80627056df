import { RESOURCE_TYPE, type Reference, type Work } from '@scinav/contract/stored-works'
import type { CslItem, CslName } from './csl.ts'
import { isoText } from './dates.ts'
import { toCsl } from './from-work.ts'
import { displayName, familyName, initials, isUndividedName } from './names.ts'
import { resourceTypeOf } from './resource-types.ts'

/** Converts CSL-JSON to the specification's citation source. Editors take the place of missing authors. */
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

/** Returns `Dunbar K L`; undivided names and names of bodies unchanged. */
function shortName(name: CslName): string {
  if (isUndividedName(name)) return displayName(name)
  return [familyName(name), ...initials(name.given ?? '', 'hyphenated')].join(' ')
}

/**
 * Returns the place of an item in its source. The format prints a newspaper's page in brackets, as it prints an issue.
 */
function positionInSource(item: CslItem, type: number) {
  const page = item.page ?? null
  return {
    basic_sourcename: item['container-title'] ?? item['event-title'] ?? null,
    basic_source_vo: item.volume ?? null,
    basic_source_no: item.issue ?? (type === RESOURCE_TYPE.newspaperArticle ? page : null),
    basic_page: page,
  }
}

/**
 * Returns place and publisher, those that are known, as `publish_venue` holds them; of a thesis the institution
 * alone.
 */
function venuesOf(item: CslItem, type: number): string[] {
  const place =
    item['publisher-place'] ?? (type === RESOURCE_TYPE.conferencePaper ? item['event-place'] : undefined)
  const venues = type === RESOURCE_TYPE.thesis ? [item.publisher] : [place, item.publisher ?? item.archive]
  return venues.filter((venue) => venue !== undefined)
}

/** Returns the number of a standard or patent, the ISBN of any other item. */
function identifyingNumber(item: CslItem, type: number): string | null {
  const number =
    type === RESOURCE_TYPE.standard || type === RESOURCE_TYPE.patent
      ? (item.number ?? item['call-number'])
      : item.ISBN
  return number ?? null
}

/**
 * Converts a work to the specification's citation source, with its venues and date as stored, and its names in full and
 * short form.
 */
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
