import { z } from 'zod'
import { readDictionary } from './read-dictionary.ts'

/** Collections name a venue by the lower-case word of its address; the full names of those in wide use. */
const VENUE_NAMES = new Map(
  Object.entries(readDictionary('venues.json', z.record(z.string().regex(/^[a-z0-9]+$/), z.string().min(1)))),
)
const WORDS_BY_VENUE = Map.groupBy(VENUE_NAMES.keys(), (word) => VENUE_NAMES.get(word)?.toLowerCase())

/** The full name of a venue of which a record has only the short one, such as `emnlp`; null for any other. */
export function venueName(source: string | null): string | null {
  return VENUE_NAMES.get(source ?? '') ?? null
}

/** The words that stand for a venue in records, by its full name in any case. */
export function venueWords(name: string): string[] {
  return WORDS_BY_VENUE.get(name.trim().toLowerCase()) ?? []
}
