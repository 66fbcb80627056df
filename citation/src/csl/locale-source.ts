// Builds the locales of CSL from the built-in files and those of a style.
import { Locale } from './locale.ts'
import deDe from './locales/de-de.json' with { type: 'json' }
import enGb from './locales/en-gb.json' with { type: 'json' }
import enUs from './locales/en-us.json' with { type: 'json' }
import frFr from './locales/fr-fr.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import zhTw from './locales/zh-tw.json' with { type: 'json' }
import { termKey } from './read-locale.ts'
import type { DatePartNode, LocaleData, LocaleDate, TermForms } from './style-tree.ts'

/** A locale as the data files in `locales/` hold it. */
interface LocaleFile {
  language: string
  extends?: string
  punctuationInQuote?: boolean
  limitDayOrdinals?: boolean
  ordinalMatch?: Record<string, string>
  genders?: Record<string, string>
  /** Parts of the date formats, by form: `text` or `numeric`. */
  dates: Record<string, { name: string; form?: string; prefix?: string; suffix?: string }[]>
  /** Terms by form and name; a pair is singular and plural. The form `feminine` has ordinals of that gender. */
  terms: Record<string, Record<string, string | string[]>>
}

const BUILT_IN_FILES: readonly LocaleFile[] = [enUs, enGb, zhCn, zhTw, deDe, frFr]

/** Returns a part of a built-in date format as a style would declare it. */
const toDatePart = (part: LocaleFile['dates'][string][number]): DatePartNode => ({
  name: part.name as DatePartNode['name'],
  form: part.form,
  prefix: part.prefix ?? '',
  suffix: part.suffix ?? '',
  rangeDelimiter: undefined,
  format: undefined,
  display: undefined,
  quotes: false,
  stripPeriods: false,
  textCase: undefined,
})

/** Returns the terms of a file by the keys of `termKey`. */
function fileTerms(file: LocaleFile): [string, TermForms][] {
  return Object.entries(file.terms).flatMap(([form, terms]) =>
    Object.entries(terms).map(([name, value]): [string, TermForms] => {
      const [single = '', multiple = single] = typeof value === 'string' ? [value] : value
      const key = form === 'feminine' ? termKey(name, 'long', 'feminine') : termKey(name, form)
      return [key, [single, multiple]]
    }),
  )
}

/** Converts a built-in locale file to the form of those that are read from XML. */
function toLocaleData(file: LocaleFile): LocaleData {
  return {
    language: file.language,
    terms: new Map(fileTerms(file)),
    ordinalMatch: new Map(Object.entries(file.ordinalMatch ?? {})),
    genders: new Map(Object.entries(file.genders ?? {})),
    dates: new Map(
      Object.entries(file.dates).map(([form, parts]): [string, LocaleDate] => [
        form,
        { parts: parts.map(toDatePart), delimiter: '' },
      ]),
    ),
    options: {
      ...(file.punctuationInQuote !== undefined && { punctuationInQuote: file.punctuationInQuote }),
      ...(file.limitDayOrdinals !== undefined && { limitDayOrdinals: file.limitDayOrdinals }),
    },
  }
}

/** The built-in locales by their language in lower case, with the one that each extends. */
const builtIn: ReadonlyMap<string, { data: LocaleData; base: string | undefined }> = new Map(
  BUILT_IN_FILES.map((file) => [
    file.language.toLowerCase(),
    { data: toLocaleData(file), base: file.extends?.toLowerCase() },
  ]),
)

/** The dialect that stands for a language of which only the two letters are known. */
const PRIMARY_DIALECTS: ReadonlyMap<string, string> = new Map([
  ['af', 'af-ZA'],
  ['bg', 'bg-BG'],
  ['ca', 'ca-AD'],
  ['cs', 'cs-CZ'],
  ['da', 'da-DK'],
  ['de', 'de-DE'],
  ['el', 'el-GR'],
  ['en', 'en-US'],
  ['es', 'es-ES'],
  ['et', 'et-EE'],
  ['fa', 'fa-IR'],
  ['fi', 'fi-FI'],
  ['fr', 'fr-FR'],
  ['he', 'he-IL'],
  ['hu', 'hu-HU'],
  ['is', 'is-IS'],
  ['it', 'it-IT'],
  ['ja', 'ja-JP'],
  ['km', 'km-KH'],
  ['ko', 'ko-KR'],
  ['mn', 'mn-MN'],
  ['nb', 'nb-NO'],
  ['nl', 'nl-NL'],
  ['nn', 'nn-NO'],
  ['pl', 'pl-PL'],
  ['pt', 'pt-PT'],
  ['ro', 'ro-RO'],
  ['ru', 'ru-RU'],
  ['sk', 'sk-SK'],
  ['sl', 'sl-SI'],
  ['sr', 'sr-RS'],
  ['sv', 'sv-SE'],
  ['th', 'th-TH'],
  ['tr', 'tr-TR'],
  ['uk', 'uk-UA'],
  ['vi', 'vi-VN'],
  ['zh', 'zh-CN'],
])

/** Builds the locales of a style on demand and caches them by language. */
export class LocaleSource {
  private readonly cache = new Map<string, Locale>()
  private readonly overrides: readonly LocaleData[]
  private readonly installed: readonly LocaleData[]

  /**
   * @param overrides the `cs:locale` elements of the style.
   * @param installed locale files, which replace built-in ones of the same language.
   */
  constructor(overrides: readonly LocaleData[], installed: readonly LocaleData[] = []) {
    this.overrides = overrides
    this.installed = installed
  }

  /** Returns the locale of a language; one without data uses the terms of American English. */
  get(language: string): Locale {
    const cached = this.cache.get(language)
    if (cached) return cached
    const locale = new Locale(language, [...this.systemLayers(language), ...this.styleLayers(language)])
    this.cache.set(language, locale)
    return locale
  }

  /** Returns the data of exactly this language, base first; installed files replace built-in ones. */
  private find(language: string): LocaleData[] {
    const key = language.toLowerCase()
    const installed = this.installed.filter((data) => data.language?.toLowerCase() === key)
    if (installed.length > 0) return installed
    const found = builtIn.get(key)
    if (!found) return []
    const base = found.base === undefined ? undefined : builtIn.get(found.base)?.data
    return base ? [base, found.data] : [found.data]
  }

  /** Returns American English and, over it, the dialect or else the main dialect of the language. */
  private systemLayers(language: string): LocaleData[] {
    const english = this.find('en-US')
    const primary = primaryLanguage(language)
    const dialect = this.find(language)
    const languageData = dialect.length > 0 ? dialect : this.find(PRIMARY_DIALECTS.get(primary) ?? primary)
    return [...english, ...languageData]
  }

  /** Returns the style's overrides: those without a language, then of the language, then of the dialect. */
  private styleLayers(language: string): LocaleData[] {
    const primary = primaryLanguage(language)
    const dialect = (PRIMARY_DIALECTS.get(language) ?? language).toLowerCase()
    return [...new Set([undefined, primary, dialect])].flatMap((name) =>
      this.overrides.filter((data) => data.language?.toLowerCase() === name),
    )
  }
}

/** Returns the primary subtag in lower case: `zh` of `zh-CN` and `zh_TW`. */
const primaryLanguage = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? ''
