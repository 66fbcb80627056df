/** A number in a text, normalized for comparison, and its unit. */
export interface TextFigure {
  value: string
  /** The unit after it in lower case and singular, percentages as `%`; empty when there is none. */
  unit: string
  /** The number as the text writes it. */
  text: string
}

/** English number words and their values; a value with a percent sign has that unit. */
const NUMBER_WORD_DIGITS: Record<string, string> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  twenty: '20',
  thirty: '30',
  fifty: '50',
  hundred: '100',
  half: '50%',
  twice: '2',
  double: '2',
}

const CHINESE_DIGITS = '零一二三四五六七八九'
const UNIT =
  '%|‰|°C|℃|K|[munpkMG]?[gLlsmWVAJN]|kg|mg|µg|μg|ng|mL|ml|km|cm|mm|nm|µm|μm|ms|Hz|kHz|MHz|GHz|kDa|bp|kb|Mb|GB|MB|TB|days?|weeks?|months?|years?|hours?|minutes?|seconds?|points?|fold|times|percent|million|billion|thousand|年|月|天|日|周|小时|分钟|秒|倍|万|亿|人|例|篇|个'

/** Excludes the exponent or index of a letter in a formula, n^2 or x_{10}, which is no figure of its own. */
const NOT_LETTER_INDEX = '(?<!\\p{L}[\\^_]\\{?[-−]?)'

const FIGURE = new RegExp(
  `${NOT_LETTER_INDEX}(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{N}.-])[-−]?(\\d+(?:[,，]\\d{3})+(?:\\.\\d+)?|\\d*\\.?\\d+)(?:\\s?-?(${UNIT})(?!\\p{Script=Latin}))?`,
  'gu',
)

/** Superscripts after a digit; they are kept apart from it because 10⁵ is not 105. */
const POWER = /(?<=\d)[⁰¹²³⁴-⁹⁻]+/gu

/** Finds the numbers of a text after NFKC, including common English number words and Chinese percentages (百分之三十). */
export function figuresIn(text: string): TextFigure[] {
  const plain = text.replace(POWER, (power) => `^${power}`).normalize('NFKC')
  const found = [...plain.matchAll(FIGURE)].map(
    ({ 0: written, 1: digits = '', 2: unit = '' }): TextFigure => ({
      value: String(Number(digits.replaceAll(/[,，]/g, ''))),
      unit: unitOf(unit),
      text: written.trim(),
    }),
  )
  return [...found, ...englishNumberWords(plain), ...chinesePercentages(plain)]
}

const englishNumberWords = (text: string): TextFigure[] =>
  (text.toLowerCase().match(/\b[a-z]+\b/g) ?? []).flatMap((word): TextFigure[] => {
    const value = NUMBER_WORD_DIGITS[word]
    return value ? [{ value: value.replace('%', ''), unit: value.endsWith('%') ? '%' : '', text: word }] : []
  })

const chinesePercentages = (text: string): TextFigure[] =>
  [...text.matchAll(/百分之([零一二三四五六七八九十百]+)/g)].map(
    ({ 0: written, 1: digits = '' }): TextFigure => ({
      value: String(parseChineseNumber(digits)),
      unit: '%',
      text: written,
    }),
  )

/** Returns the value of a Chinese number below 1,000: 三百二十一. */
function parseChineseNumber(digits: string): number {
  let sum = 0
  let last = 0
  for (const each of digits) {
    if (each === '十' || each === '百') {
      sum += (last || 1) * (each === '十' ? 10 : 100)
      last = 0
    } else last = Math.max(0, CHINESE_DIGITS.indexOf(each))
  }
  return sum + last
}

function unitOf(unit: string): string {
  if (unit === 'percent') return '%'
  return unit.toLowerCase().replace(/^(day|week|month|year|hour|minute|second|point)s$/, '$1')
}

/** Returns whether a figure is among others: the same value, and the same unit unless one of the two has none. */
export function hasFigure(figures: TextFigure[], { value, unit }: TextFigure): boolean {
  return figures.some(
    (each) => each.value === value && (each.unit === '' || unit === '' || each.unit === unit),
  )
}
