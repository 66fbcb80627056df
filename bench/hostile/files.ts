import { formats } from '../../formats/src/formats.ts'
import { readAll } from '../../formats/src/testing/read-all.ts'

/** A part of the product that parses text. */
export interface HostileInput {
  name: string
  /** Maximum number of characters in use. */
  limit: number
  /** Characters with and without a meaning for it. */
  signs: string
  read: (text: string) => unknown
}

/** The characters of each format's records. */
const FORMAT_CHARACTERS: Record<string, string> = {
  bibtex: '@a{}=",\\\n ()',
  csv: '",\n\r a;',
  xml: '<>/a="\'&! \n',
  json: '{}[]":,\\ a1\n',
}
const charactersOf = (id: string) =>
  FORMAT_CHARACTERS[Object.keys(FORMAT_CHARACTERS).find((kind) => id.includes(kind)) ?? ''] ?? 'TY -\nA%0@1R'

/** Readers of bibliographic files, one per format. */
export const fileInputs = formats.map(
  (format): HostileInput => ({
    name: `file ${format.id}`,
    limit: 100_000,
    signs: charactersOf(format.id),
    read: (text) => readAll({ name: 'x', bytes: text, format }),
  }),
)
