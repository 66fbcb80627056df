import { createRequire } from 'node:module'

/** Loaded with the first mistyped Chinese word, not with the server. */
const nodeRequire = createRequire(import.meta.url)

/** Common characters by how they are read, and how each is read. */
interface PinyinReadings {
  byReading: Map<string, string[]>
  ofCharacter: Map<string, string[]>
}

/** So many characters are read at a time; others get their turn in between. */
const BATCH_SIZE = 256
let readings: Promise<PinyinReadings> | undefined

/**
 * Characters that sound like one, itself left out, as far as people who type by pinyin mix them up: without tones, and
 * with zh as z, ing as in.
 */
export async function findHomophones(character: string): Promise<string[]> {
  readings ??= readAllReadings()
  const { byReading, ofCharacter } = await readings
  const alike = (ofCharacter.get(character) ?? []).flatMap((reading) => byReading.get(reading) ?? [])
  return [...new Set(alike)].filter((each) => each !== character)
}

async function readAllReadings(): Promise<PinyinReadings> {
  // require() cannot be typed by the module's own declaration.
  const { pinyin } = nodeRequire('pinyin-pro') as typeof import('pinyin-pro')
  const known: PinyinReadings = { byReading: new Map(), ofCharacter: new Map() }
  const characters = commonCharacters()
  for (let from = 0; from < characters.length; from += BATCH_SIZE) {
    for (const character of characters.slice(from, from + BATCH_SIZE)) {
      const all = pinyin(character, { toneType: 'none', type: 'array', v: true, multiple: true })
      const own = [...new Set(all.map(fuzzyReading))]
      known.ofCharacter.set(character, own)
      for (const reading of own)
        known.byReading.set(reading, [...(known.byReading.get(reading) ?? []), character])
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return known
}

/** What sounds alike in large parts of the country is typed alike. */
const fuzzyReading = (reading: string) => reading.replace(/^([zcs])h/, '$1').replace(/(?<=[aei]n)g$/, '')

/** The characters of GB 2312, which are those that people write. */
function commonCharacters(): string[] {
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xf7; row += 1)
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell)
  return [...new TextDecoder('gbk').decode(Uint8Array.from(bytes))].filter((each) =>
    /\p{Script=Han}/u.test(each),
  )
}
