/** Returns the lines of a list of words; those that are empty or begin with `#` are left out. */
export const splitLines = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Returns the source of a pattern that matches any of the phrases; a blank in them matches any white space. */
export const anyOf = (phrases: readonly string[]): string =>
  phrases.map((phrase) => phrase.replaceAll('.', '\\.').replaceAll(' ', '\\s+')).join('|')
