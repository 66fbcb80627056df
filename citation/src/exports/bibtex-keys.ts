import type { CslItem } from '../csl.ts'
import { firstDay } from '../dates.ts'
import { plainText } from '../markup.ts'
import { displayName, familyName, isWhole } from '../names.ts'
import { makersOf } from '../western/facts.ts'

const SKIPPED = new Set([
  'about',
  'from',
  'into',
  'with',
  'that',
  'this',
  'what',
  'when',
  'where',
  'which',
  'towards',
])

const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()

/** FNV-1a: short, and the same for the same text on every machine. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0
  return value.toString(36)
}

function nameOf(item: CslItem): string {
  const first = makersOf(item).names[0]
  if (!first) return ''
  const name = isWhole(first) ? displayName(first) : familyName(first)
  return ascii(name)
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 20)
}

/** `halpern2002solid`; `ref2024k3f9a2` where names or title have no Latin letters. The same for the same item. */
function bareKey(item: CslItem): string {
  const title = plainText(item.title ?? '')
  const year = firstDay(item.issued)?.year ?? ''
  const words = ascii(title).split(/[^a-z0-9]+/)
  const word = words.find((each) => each.length > 3 && !SKIPPED.has(each) && /^[a-z]/.test(each)) ?? ''
  const name = nameOf(item)
  if (name !== '' && word !== '') return `${name}${year}${word}`
  const names = makersOf(item).names.map(displayName).join(';')
  return `${name === '' ? 'ref' : name}${year}${hash(`${title}|${names}|${item.DOI ?? ''}`)}`
}

/** Keys of one list: unique, ASCII, and the same whenever the same list is written. */
export function bibtexKeys(): (item: CslItem) => string {
  const used = new Set<string>()
  const next = new Map<string, number>()
  return (item) => {
    const bare = bareKey(item)
    let n = next.get(bare) ?? 0
    let key = bare
    while (used.has(key)) {
      n += 1
      key = `${bare}-${n + 1}`
    }
    next.set(bare, n)
    used.add(key)
    return key
  }
}
