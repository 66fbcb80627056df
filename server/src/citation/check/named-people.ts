import { parseName } from '@scinav/formats'
import { fold, textWithoutMarkup } from '@scinav/search'
import type { ComparableRecord } from './entry.ts'
import { foldLookalikes, isFuzzyMatch, normalizedWords } from './fuzzy-match.ts'

/** A Chinese name of a person. */
const HAN_PERSON = /^\p{Script=Han}{2,4}$/u
const HAN = /\p{Script=Han}/u
/** Shorter words are initials. */
const MIN_FAMILY_CHARS = 2
/** Longer words may be a part of a name that another source writes as one word. */
const MIN_PART_CHARS = 4

const foldedName = (name: string): string => fold(name, false).text.replace(/\s+/g, '')

/** Returns the look-alike forms of the words of a text; `ue` and `u` for an umlaut are one form. */
const wordForms = (text: string): string[] =>
  normalizedWords(fold(text, false).text).map((word) => foldLookalikes(word).replace(/([aou])e/gu, '$1'))

/**
 * Returns whether an entry names a person as author whom its record lacks. Names of bodies, and names in a script in
 * which the record does not have all its people, cannot be compared.
 *
 * @param names the authors that an entry prints, each by itself.
 */
export function namesOtherPeople(
  { creators, title, title_zh }: ComparableRecord,
  names: readonly string[],
): boolean {
  if (creators.length === 0) return false
  const titleWords = new Set(normalizedWords(textWithoutMarkup(`${title} ${title_zh ?? ''}`)))
  // A full-width comma, which has no space behind it, separates people, not the parts of a name.
  const printed = names
    .flatMap((name) => name.split(/[,，](?=\S)/u))
    .filter((name) => !isOfTitle(name, titleWords))
  return namesOtherHan(creators, printed) || namesOtherLatin(creators, printed)
}

/** Returns whether what was read as a name is mostly of the words of a title. */
function isOfTitle(name: string, titleWords: ReadonlySet<string>): boolean {
  const words = normalizedWords(name)
  return words.filter((word) => titleWords.has(word)).length * 2 > words.length
}

function namesOtherHan(creators: ComparableRecord['creators'], printed: readonly string[]): boolean {
  const known = creators.map(({ name, name_zh }) => [name_zh, name].find((each) => each && HAN.test(each)))
  if (known.some((name) => !name)) return false
  const recorded = known.map((name) => foldedName(name ?? ''))
  return printed
    .map(foldedName)
    .some((name) => HAN_PERSON.test(name) && !recorded.some((own) => own.includes(name)))
}

function namesOtherLatin(creators: ComparableRecord['creators'], printed: readonly string[]): boolean {
  const isLatin = ({ name, family }: ComparableRecord['creators'][number]) => !HAN.test(family ?? name)
  if (!creators.every(isLatin)) return false
  const known = [...new Set(creators.flatMap(({ name, family = '' }) => wordForms(`${name} ${family}`)))]
  const isKnown = (form: string) =>
    known.some(
      (own) =>
        isFuzzyMatch(own, form) ||
        (form.length >= MIN_PART_CHARS && own.includes(form)) ||
        (own.length >= MIN_PART_CHARS && form.includes(own)),
    )
  return printed.some((name) => {
    const { family } = parseName(name)
    // A name of one word may be that of a body.
    if (family === undefined || HAN.test(name) || !/[\s.]/.test(name.trim())) return false
    const forms = wordForms(name).filter(({ length }) => length >= MIN_FAMILY_CHARS)
    return forms.length > 0 && !forms.some(isKnown)
  })
}
