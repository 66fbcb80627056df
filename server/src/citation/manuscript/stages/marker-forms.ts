import { formatInText, isStyleId } from '@scinav/citation'
import type { ManuscriptFinding, NationalOptions } from '@scinav/contract'
import {
  type CheckedText,
  createEvidence,
  createFinding,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import type { CitationMarker } from '../reading/index.ts'

/** The style that citations are compared with. */
interface MarkerStyle {
  id: string
  name: string
  system: string
  national: NationalOptions | undefined
}

/**
 * Compares how citations are written with the style, and with the other citations of the text. Returns findings about
 * the system, the numbers and the signs, each with all places that it is about.
 */
export function markerFormFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  style: MarkerStyle,
): ManuscriptFinding[] {
  const numeric = text.markers.filter(({ form }) => form === 'numeric')
  return [
    ...systemFindings(check, text, style),
    ...rangeFindings(check, text, style, numeric),
    ...spellingFindings(numeric),
  ]
}

const placesOf = (markers: readonly CitationMarker[]) =>
  markers.map(({ block, start, end }) => ({ block, start, end }))

/** How manuscripts cite, and the system of a style that does so. */
const SYSTEM_NAMES = { numeric: '按编号', 'author-year': '按著者和年' } as const
const FORM_OF_SYSTEM: Readonly<Record<string, keyof typeof SYSTEM_NAMES>> = {
  numeric: 'numeric',
  label: 'numeric',
  'author-date': 'author-year',
}
/** Share of the citations in one form, from which it is that of the manuscript. */
const MIN_MAIN_SHARE = 0.75
/** Fewer citations show no habit. */
const MIN_MAIN_COUNT = 3

/** Returns findings where the manuscript cites by number and the style by names, or the other way round, or both. */
function systemFindings(check: ManuscriptCheck, text: CheckedText, style: MarkerStyle): ManuscriptFinding[] {
  const byForm = Map.groupBy(text.markers, ({ form }) => form)
  const [numeric, named] = [byForm.get('numeric') ?? [], byForm.get('author-year') ?? []]
  const [main, others] = numeric.length >= named.length ? [numeric, named] : [named, numeric]
  const form = main === numeric ? 'numeric' : 'author-year'
  if (main.length < MIN_MAIN_COUNT || main.length < text.markers.length * MIN_MAIN_SHARE) return []
  const expected = FORM_OF_SYSTEM[style.system]
  if (expected !== undefined && expected !== form)
    return [
      createFinding('system', {
        kind: 'marker_form',
        severity: 'check',
        message: sentence`${style.name} ${SYSTEM_NAMES[expected]}引用，正文的 ${main.length} 处引用是${SYSTEM_NAMES[form]}写的`,
        places: placesOf(main),
        evidence: createEvidence(check, { source: style.name }),
      }),
    ]
  const mixed = others.filter((marker) => !isCitedBeside(marker, main))
  if (mixed.length === 0) return []
  return [
    createFinding('mixed', {
      kind: 'marker_form',
      severity: 'info',
      message: `正文有 ${main.length} 处${SYSTEM_NAMES[form]}引用，这 ${mixed.length} 处${SYSTEM_NAMES[form === 'numeric' ? 'author-year' : 'numeric']}`,
      places: placesOf(mixed),
    }),
  ]
}

/** Returns whether the text cites the same entry in its main form in the same paragraph: `李四（2020）……[3]`. */
const isCitedBeside = (marker: CitationMarker, main: readonly CitationMarker[]): boolean =>
  main.some(
    ({ block, entries }) => block === marker.block && entries.some((entry) => marker.entries.includes(entry)),
  )

/** Returns the numbers of a marker with half-width marks and one kind of dash, brackets around all of it left out. */
const bareNumbers = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[〔【]/g, '[')
    .replace(/[〕】]/g, ']')
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}−~∼〜至⁻]/gu, '-')
    .replace(/[、;]/g, ',')
    .replace(/^[[(]|[\])]$/g, '')
    // Two numbers in a row may be written either way.
    .replace(/(?<!\d)(\d{1,4})-(\d{1,4})(?!\d)/g, (whole, from, to) =>
      Number(to) - Number(from) === 1 ? `${from},${to}` : whole,
    )

/** Returns a finding about numbers that the style joins in another way, such as `[3]~[5]` for `[3-5]`. */
function rangeFindings(
  check: ManuscriptCheck,
  { entries }: CheckedText,
  { id, name, national }: MarkerStyle,
  markers: readonly CitationMarker[],
): ManuscriptFinding[] {
  if (!isStyleId(id)) return []
  const other = markers.flatMap((marker) => {
    const numbers = marker.entries.map((entry) => Number(entries[entry]?.number ?? entry + 1))
    const isPlain = marker.unmatched.length === 0 && numbers.every(Number.isInteger)
    // A place in the source is no part of the numbers.
    if (numbers.length < 2 || !isPlain || /\p{L}/u.test(marker.text.replace(/至/g, ''))) return []
    const printed = formatInText(id, [], numbers, { punctuation: national?.punctuation })
    return bareNumbers(marker.text) === bareNumbers(printed) ? [] : [{ marker, printed }]
  })
  const [first] = other
  if (!first) return []
  return [
    createFinding('numbers', {
      kind: 'marker_form',
      severity: 'info',
      message: sentence`${name} 把这几条写作「${first.printed}」，正文写作「${first.marker.text}」${other.length > 1 ? `；这样的标注共 ${other.length} 处` : ''}`,
      places: placesOf(other.map(({ marker }) => marker)),
      evidence: createEvidence(check, { source: name, quote: first.printed }),
    }),
  ]
}

/** What markers by number have in common: their brackets, what separates numbers, what joins a range. */
const SPELLINGS: readonly { name: string; find: RegExp }[] = [
  { name: '括号', find: /^[[［〔【(（]/u },
  { name: '分隔', find: /[,，、;；]/u },
  { name: '起止', find: /[\p{Pd}−~～〜∼至⁻]/u },
]

/** Returns findings about single markers that are spelled in another way than most of the text's. */
function spellingFindings(markers: readonly CitationMarker[]): ManuscriptFinding[] {
  return SPELLINGS.flatMap(({ name, find }): ManuscriptFinding[] => {
    const signed = markers.flatMap((marker) => {
      const sign = find.exec(marker.text)?.[0]
      return sign === undefined ? [] : [{ marker, sign }]
    })
    const [most, ...others] = [...Map.groupBy(signed, ({ sign }) => sign)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )
    if (!most || most[1].length < MIN_MAIN_COUNT || most[1].length < signed.length * MIN_MAIN_SHARE) return []
    return others.map(([sign, same]) =>
      createFinding(`${name}:${sign}`, {
        kind: 'marker_form',
        severity: 'info',
        message: `正文标注的${name}多写作「${most[0]}」（${most[1].length} 处），这 ${same.length} 处写作「${sign}」`,
        places: placesOf(same.map(({ marker }) => marker)),
      }),
    )
  })
}
