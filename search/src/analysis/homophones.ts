import { createRequire } from 'node:module'

/** Loads the pinyin library with the first mistyped Chinese word instead of at start-up. */
const nodeRequire = createRequire(import.meta.url)

/** Common characters by reading, and the readings of each. */
interface PinyinReadings {
  byReading: Map<string, string[]>
  ofCharacter: Map<string, string[]>
}

/** Number of characters processed before control returns to the event loop. */
const BATCH_SIZE = 256
let readings: Promise<PinyinReadings> | undefined

/**
 * Returns the characters that sound like one, without itself, as far as people who type pinyin confuse them: ignoring
 * tones, and the distinctions of z and zh, and in and ing.
 */
export async function findHomophones(character: string): Promise<string[]> {
  readings ??= readAllReadings()
  const { byReading, ofCharacter } = await readings
  const alike = (ofCharacter.get(character) ?? []).flatMap((reading) => byReading.get(reading) ?? [])
  return [...new Set(alike)].filter((each) => each !== character)
}

async function readAllReadings(): Promise<PinyinReadings> {
  // The type of require() cannot be derived from the module's declaration.
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

/** Sounds that are not distinguished in large parts of China are confused when typing. */
const fuzzyReading = (reading: string) => reading.replace(/^([zcs])h/, '$1').replace(/(?<=[aei]n)g$/, '')

/** Returns the characters of GB 2312, which are those in common use. */
function commonCharacters(): string[] {
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xf7; row += 1)
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell)
  return [...new TextDecoder('gbk').decode(Uint8Array.from(bytes))].filter((each) =>
    /\p{Script=Han}/u.test(each),
  )
}
