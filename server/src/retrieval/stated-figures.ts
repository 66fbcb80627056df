import { phrasePattern } from '../language/phrases.ts'
import { NUMBER_WORDS } from './figure-units.ts'

/** Returns whether a sentence gives a figure with the required unit, or any figure when none is required. */
export function statesFigure(text: string, { unit }: { unit: RegExp | null }): boolean {
  const sentence = stripReferenceNumbers(text)
  return unit ? unit.test(sentence) : DIGIT_FIGURE.test(sentence) || NUMBER_WORDS.test(sentence)
}

/** Returns whether a sentence has a figure in digits, which is more specific than a number word. */
export const hasDigits = (sentence: string): boolean => DIGIT_FIGURE.test(stripReferenceNumbers(sentence))

/** A number in digits or Chinese numerals that is not part of a name such as `Qwen2.5-7b`. */
export const DIGIT_FIGURE =
  /(?<![\p{Script=Latin}\p{N}._]|[\p{Script=Latin}\p{N}][-–])\d|[一二三四五六七八九十百千万亿两](?:个|种|次|年|条|篇|倍|成|天|类|点|项|名|人|米|度|％|%)|百分之|[一二三四五六七八九两][十百千万亿][一二三四五六七八九十百千万亿余多]/u

/** Removes numbers that are no figures: of references and dates. */
export const stripReferenceNumbers = (sentence: string): string =>
  sentence.replace(REFERENCE_NUMBER, ' ').replace(DATE_NUMBER, ' ')

/**
 * Numbers that are no figures of the sentence: of references, years of cited works, figures, tables, tasks and list
 * items: `[3, 7]`, `(Team, 2022)`, `Table 2`, `SemEval Task 6`, 「（3）随着」.
 */
const REFERENCE_NUMBER =
  /\[\d[\d\s,，;–-]{0,40}\]|[(（][^()（）\d]{2,120}\b(?:19|20)\d\d[a-z]?[)）]|(?:\b(?:Figures?|Figs?\.|Tables?|Eqs?\.|Equations?|Sections?|Chapters?|Appendix|Tasks?|Sub-?tasks?|Tracks?|Versions?)|[图表式]|第)\s?\d[\d.]{0,6}|^\s?[(（]?\d{1,2}[)）.、](?!\d)|(?<=[\s:：;；])[(（]?\d{1,2}[)）](?=\s?\p{L})/giu

/** Dates, which are no counts: `LSDSem 2017 shared task`, `LSDSem’17`, `in 2017`; but `2000 sentences` is a count. */
const DATE_NUMBER =
  /['’]\d\d(?!\d)|\b(?:[Ii]n|[Ss]ince|[Uu]ntil)\s(?:19[5-9]|20[0-2])\d\b|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?![\d.,])(?<=\p{Lu}[\p{L}-]{1,20}\s\d{4})|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?:年|(?![\d%％]|[.,]\d|\s?[\p{Ll}\p{Script=Han}]))/gu

/** Returns whether a sentence states a date or period other than the year of a citation. */
export const statesYear = (sentence: string): boolean => YEAR_OR_MONTH.test(sentence.replace(CITED_YEAR, ' '))

/** A year, a month or a period: `1998`, `the 1990s`, `May`, 「上世纪」. */
const YEAR_OR_MONTH =
  /(?<![\d.,])(?:1[0-9]\d{2}|20\d{2})(?:s\b|年|(?![\d.,]*\d))|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|世纪|年代|\bcentury\b/u
/** Citations with author and year: "Hamon (2007)", "(Daiber et al., 2015)". */
const CITED_YEAR =
  /\p{Lu}\p{L}{1,20}(?: et al\.?| and \p{Lu}\p{L}{1,20})?,? \((?:19|20)\d\d[a-z]?\)|\(\p{Lu}[^()\d]{1,120}\b(?:19|20)\d\d[a-z]?\)/gu
/** Words of a change: "increased", 「下降」. */
export const CHANGE_WORD = phrasePattern('figures/change')
/** A number that may be the size of a change: with a per cent sign, points or a factor, or with decimals. */
const CHANGE_FIGURE = /\d\s?(?:%|％|percent|points?|×|x\b|倍|个?(?:百分)?点)|\d\.\d/iu

/** Returns whether a sentence states that something rose or fell, and by how much. */
export const statesChange = (sentence: string): boolean =>
  CHANGE_WORD.test(sentence) && CHANGE_FIGURE.test(sentence)
