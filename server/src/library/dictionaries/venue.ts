import { z } from 'zod'
import { readDictionary } from './read-dictionary.ts'

/** Full names of widely used venues by the lower-case short word that collections use in their addresses. */
const VENUE_NAMES = new Map(
  Object.entries(readDictionary('venues.json', z.record(z.string().regex(/^[a-z0-9]+$/), z.string().min(1)))),
)
/** Short words by the full name in lower case; several words may stand for one venue. */
const WORDS_BY_VENUE = Map.groupBy(VENUE_NAMES.keys(), (word) => VENUE_NAMES.get(word)?.toLowerCase())

/** Returns the full name of a venue given by its short word in lower case, such as `emnlp`; null for null or any other. */
export function venueName(source: string | null): string | null {
  return VENUE_NAMES.get(source ?? '') ?? null
}

/** Returns the short words that records use for a venue, given its full name in any case; empty for an unknown one. */
export function venueWords(name: string): string[] {
  return WORDS_BY_VENUE.get(name.trim().toLowerCase()) ?? []
}
