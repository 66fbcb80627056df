/** The beginning of an address or identifier. */
const IDENTIFIER_START = String.raw`(?:https?:|doi:|arxiv:|10\.\d{4,9}\/)`
/** A word that is an address or identifier. */
export const URL_OR_DOI = new RegExp(`^${IDENTIFIER_START}`, 'i')
/** A line that is an address or identifier. */
const IDENTIFIER = new RegExp(String.raw`^\s{0,8}${IDENTIFIER_START}\s?\S+\s{0,8}$`, 'i')

/** What stands between identifiers on one line. */
const BETWEEN_IDENTIFIERS = new RegExp(
  String.raw`(?<!doi:|arxiv:)[\s,，;；、]{1,4}(?=${IDENTIFIER_START})`,
  'i',
)

/** Divides a line that has nothing but identifiers. */
export function divideIdentifiers(line: string): string[] {
  const parts = line.trim().split(BETWEEN_IDENTIFIERS)
  return parts.every((part) => IDENTIFIER.test(part)) ? parts : [line]
}

/** Returns whether two lines have an identifier each and nothing else, so that they belong to two entries. */
export const areIdentifiers = (lines: readonly string[]): boolean =>
  lines.length === 2 && lines.every((line) => IDENTIFIER.test(line))
