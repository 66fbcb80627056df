import { termKey } from './read-locale.ts'
import type { LocaleData, LocaleDate, TermForms } from './style-tree.ts'

/** For each form, the forms in which a term is looked for, in this order. */
const FORM_FALLBACKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['long', ['long']],
  ['short', ['short', 'long']],
  ['symbol', ['symbol', 'short', 'long']],
  ['verb', ['verb', 'long']],
  ['verb-short', ['verb-short', 'verb', 'long']],
])

/** Terms, date formats and options of one language, with the overrides of a style; lookups never throw. */
export class Locale {
  readonly language: string
  punctuationInQuote = false
  limitDayOrdinals = false
  private readonly terms = new Map<string, TermForms>()
  private readonly ordinalMatch = new Map<string, string>()
  private readonly genders = new Map<string, string>()
  private readonly dates = new Map<string, LocaleDate>()

  /** @param layers later ones override earlier ones. */
  constructor(language: string, layers: readonly LocaleData[]) {
    this.language = language
    for (const layer of layers) this.add(layer)
  }

  private add({ terms, ordinalMatch, genders, dates, options }: LocaleData): void {
    // Ordinal terms belong together: a layer that has one replaces all.
    if ([...terms.keys()].some(isOrdinal)) {
      for (const key of [...this.terms.keys()]) if (isOrdinal(key)) this.terms.delete(key)
      this.ordinalMatch.clear()
    }
    for (const [key, forms] of terms) this.terms.set(key, forms)
    for (const [name, match] of ordinalMatch) this.ordinalMatch.set(name, match)
    for (const [name, gender] of genders) this.genders.set(name, gender)
    for (const [form, date] of dates) this.dates.set(form, date)
    this.punctuationInQuote = options.punctuationInQuote ?? this.punctuationInQuote
    this.limitDayOrdinals = options.limitDayOrdinals ?? this.limitDayOrdinals
  }

  /** Returns a term in a form or the next longer one; undefined when the locale lacks it. */
  term(name: string, form = 'long', plural = false): string | undefined {
    for (const candidate of FORM_FALLBACKS.get(form) ?? ['long']) {
      const forms = this.terms.get(termKey(name, candidate))
      if (forms) return forms[plural ? 1 : 0]
    }
    return undefined
  }

  /** Returns the gender of a term, to which ordinals conform. */
  gender(name: string): string | undefined {
    return this.genders.get(name)
  }

  /** Returns the date format of a form, `text` or `numeric`. */
  date(form: string): LocaleDate | undefined {
    return this.dates.get(form)
  }

  /**
   * Returns what is appended to a number to make it an ordinal: the term of the whole number, of its last two digits,
   * of its last digit, or the general one; '' when the locale has none. A term without `match` applies to the last two
   * digits from 10 on, below to the last digit.
   */
  ordinalSuffix(value: number, gender?: string): string {
    const lastTwo = value % 100
    const lastOne = value % 10
    return (
      this.ordinalTerm(value, (match) => match === 'whole-number', gender) ??
      this.ordinalTerm(
        lastTwo,
        (match) => match === 'last-two-digits' || (!match && lastTwo >= 10),
        gender,
      ) ??
      this.ordinalTerm(lastOne, (match) => match === 'last-digit' || !match, gender) ??
      this.gendered('ordinal', gender) ??
      ''
    )
  }

  /** Returns the term `ordinal-NN` of a number below 100 if its `match` is accepted. */
  private ordinalTerm(
    value: number,
    accepts: (match: string | undefined) => boolean,
    gender: string | undefined,
  ): string | undefined {
    if (value >= 100) return undefined
    const name = `ordinal-${String(value).padStart(2, '0')}`
    return accepts(this.ordinalMatch.get(name)) ? this.gendered(name, gender) : undefined
  }

  /** Returns a term in the form of a gender, else in its general form. */
  private gendered(name: string, gender: string | undefined): string | undefined {
    return (
      (gender && this.terms.get(termKey(name, 'long', gender))?.[0]) ??
      this.terms.get(termKey(name, 'long'))?.[0]
    )
  }

  /** Returns the word of a number from 1 to 10; undefined for others. */
  longOrdinal(value: number, gender?: string): string | undefined {
    return this.gendered(`long-ordinal-${String(value).padStart(2, '0')}`, gender)
  }
}

/** Matches keys such as `long/ordinal`, `long/ordinal-01` and `long/ordinal-01/feminine`. */
const isOrdinal = (key: string): boolean => /^long\/ordinal(?:-\d\d)?(?:\/|$)/.test(key)
