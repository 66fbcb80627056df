import { z } from 'zod'
import { readDictionary } from './read.ts'

/** Collections name a venue by the lower-case word of its address; the full names of those in wide use. */
const names = new Map(
  Object.entries(readDictionary('venues.json', z.record(z.string().regex(/^[a-z0-9]+$/), z.string().min(1)))),
)
const words = Map.groupBy(names.keys(), (word) => names.get(word)?.toLowerCase())

/** The full name of a venue of which a record has only the short one, such as `emnlp`; null for any other. */
export function venueName(source: string | null): string | null {
  return names.get(source ?? '') ?? null
}

/** The words that stand for a venue in records, by its full name in any case. */
export function venueWords(name: string): string[] {
  return words.get(name.trim().toLowerCase()) ?? []
}
