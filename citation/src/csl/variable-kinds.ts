// The variables of CSL that hold dates and names; all others hold texts.
/** The date variables of CSL 1.0.2. */
const DATE_VARIABLES = new Set([
  'accessed',
  'available-date',
  'event-date',
  'issued',
  'original-date',
  'submitted',
])

/** Returns whether a variable holds a date. */
export const isDateVariable = (name: string): boolean => DATE_VARIABLES.has(name)

/** The name variables of CSL 1.0.2, and both spellings of `editortranslator`. */
const NAME_VARIABLES = new Set([
  'author',
  'chair',
  'collection-editor',
  'compiler',
  'composer',
  'container-author',
  'contributor',
  'curator',
  'director',
  'editor',
  'editor-translator',
  'editorial-director',
  'editortranslator',
  'executive-producer',
  'guest',
  'host',
  'illustrator',
  'interviewer',
  'narrator',
  'organizer',
  'original-author',
  'performer',
  'producer',
  'recipient',
  'reviewed-author',
  'script-writer',
  'series-creator',
  'translator',
])

/** Returns whether a variable holds names. */
export const isNameVariable = (name: string): boolean => NAME_VARIABLES.has(name)
