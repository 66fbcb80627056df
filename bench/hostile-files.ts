import { formats } from '../formats/src/formats.ts'
import { readAll } from '../formats/src/read-all.ts'

/** Something of the product that reads text. */
export interface HostileInput {
  name: string
  /** Characters at most where it is used. */
  limit: number
  /** What means something to it, and what does not. */
  signs: string
  read: (text: string) => unknown
}

/** What each format's records are made of. */
const FORMAT_CHARACTERS: Record<string, string> = {
  bibtex: '@a{}=",\\\n ()',
  csv: '",\n\r a;',
  xml: '<>/a="\'&! \n',
  json: '{}[]":,\\ a1\n',
}
const charactersOf = (id: string) =>
  FORMAT_CHARACTERS[Object.keys(FORMAT_CHARACTERS).find((kind) => id.includes(kind)) ?? ''] ?? 'TY -\nA%0@1R'

/** Files of records, in every format. */
export const fileInputs = formats.map(
  (format): HostileInput => ({
    name: `file ${format.id}`,
    limit: 100_000,
    signs: charactersOf(format.id),
    read: (text) => readAll({ name: 'x', bytes: text, format }),
  }),
)
