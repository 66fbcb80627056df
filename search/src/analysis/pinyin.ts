import { createRequire } from 'node:module'

/** Loads modules at the time of their first use. */
const nodeRequire = createRequire(import.meta.url)

/** The library of readings, once it has been loaded. */
let pinyinLibrary: typeof import('pinyin-pro') | undefined

/** Returns the pinyin library, loaded on first use instead of at start-up, because loading its data is slow. */
function requirePinyin(): typeof import('pinyin-pro') {
  // The type of require() cannot be derived from the module's declaration.
  pinyinLibrary ??= nodeRequire('pinyin-pro') as typeof import('pinyin-pro')
  return pinyinLibrary
}

/** Readings in pinyin of surnames that are read otherwise than the word, or in two ways. */
const surnameReadings = new Map(
  Object.entries({
    曾: ['zeng'],
    沈: ['shen'],
    仇: ['qiu'],
    解: ['xie'],
    单: ['shan'],
    区: ['ou'],
    查: ['zha'],
    任: ['ren'],
    盖: ['ge'],
    朴: ['piao', 'pu'],
    尉迟: ['yuchi'],
    万俟: ['moqi'],
    乐: ['yue', 'le'],
    覃: ['qin', 'tan'],
    缪: ['miao', 'miu'],
    折: ['she', 'zhe'],
    冼: ['xian'],
    员: ['yun', 'yuan'],
    秘: ['bi', 'mi'],
    种: ['chong'],
    黑: ['he', 'hei'],
    召: ['shao', 'zhao'],
    洗: ['xian'],
    宓: ['mi', 'fu'],
    都: ['du'],
    那: ['na'],
    繁: ['po', 'fan'],
    逄: ['pang'],
    阚: ['kan'],
    钭: ['tou', 'dou'],
    澹台: ['tantai'],
    令狐: ['linghu'],
    长孙: ['zhangsun'],
    宿: ['su'],
  }),
)

/** Chinese family names of two characters. */
const doubleSurnames = new Set(
  (
    '欧阳 司马 诸葛 上官 尉迟 万俟 慕容 令狐 皇甫 公孙 夏侯 东方 长孙 宇文 司徒 司空 端木 百里 呼延 南宫 拓跋 轩辕 独孤 ' +
    '钟离 淳于 单于 太史 申屠 濮阳 澹台 闻人 赫连 公冶 宗政 仲孙 鲜于 闾丘 亓官 巫马 公西 东郭 南门 西门 第五 左丘 谷梁 段干'
  ).split(' '),
)

/** A Chinese name split into surname and given name. */
export interface ChineseName {
  surname: string
  given: string
}

/**
 * Splits a folded Chinese name: the first character is the surname, or the first two when they are a double surname
 * followed by a given name.
 */
export function splitChineseName(name: string): ChineseName {
  const double = name.length >= 3 && doubleSurnames.has(name.slice(0, 2))
  const length = double ? 2 : 1
  return { surname: name.slice(0, length), given: name.slice(length) }
}

/** Returns the Latin spellings of a surname; there are several where families differ or it contains ü. */
export function readSurname(surname: string): string[] {
  const known = surnameReadings.get(surname)
  return known ?? pinyinSpellings(syllablesOf(surname, true).join(''))
}

/** Returns the syllables of a given name, one list for each spelling of ü (`UMLAUT_SPELLINGS`) if it contains ü. */
export function readGiven(given: string): string[][] {
  const syllables = syllablesOf(given, false)
  return syllables.some(hasUmlaut)
    ? UMLAUT_SPELLINGS.map((spelling) => syllables.map((syllable) => respellUmlaut(syllable, spelling)))
    : [syllables]
}

/** Spellings of ü: 吕 is LYU in passports, lv on keyboards, and often Lu in print. */
const UMLAUT_SPELLINGS = ['v', 'u', 'yu']

/** Returns the ways to write a reading in letters: several with ü, which is `v` in it, one otherwise. */
function pinyinSpellings(reading: string): string[] {
  return hasUmlaut(reading) ? UMLAUT_SPELLINGS.map((spelling) => respellUmlaut(reading, spelling)) : [reading]
}

/** Returns whether a reading contains ü, written `v`: `lv`, `nv`. */
function hasUmlaut(syllable: string): boolean {
  return /[ln]v/.test(syllable)
}

/** Replaces the `v` for ü in a syllable: `lv` becomes `lu` or `lyu`. */
function respellUmlaut(syllable: string, spelling: string): string {
  return syllable.replace(/([ln])v/, `$1${spelling}`)
}

/** Loads the readings before the first name needs them. */
export function loadReadings(): void {
  syllablesOf('一', true)
}

/** Returns the syllables of a name without tones, with `v` for ü; `isSurname` selects the readings of surnames. */
function syllablesOf(characters: string, isSurname: boolean): string[] {
  const options = { toneType: 'none', type: 'array', v: true } as const
  return requirePinyin().pinyin(characters, isSurname ? { ...options, surname: 'all' } : options)
}

/** The common characters and their readings in the form of `fuzzyReading`. */
interface PinyinReadings {
  charactersByReading: Map<string, string[]>
  readingsByCharacter: Map<string, string[]>
}

/** Number of characters processed before control returns to the event loop. */
const BATCH_SIZE = 256
/** The readings, computed on first use. */
let readings: Promise<PinyinReadings> | undefined

/**
 * Returns the common characters that sound like a character, without it, as people who type pinyin confuse them:
 * ignoring tones and the distinctions of z and zh, c and ch, s and sh, and of a final n and ng.
 */
export async function findHomophones(character: string): Promise<string[]> {
  readings ??= readAllReadings()
  const { charactersByReading, readingsByCharacter } = await readings
  const ownReadings = readingsByCharacter.get(character) ?? []
  const homophones = new Set(ownReadings.flatMap((reading) => charactersByReading.get(reading) ?? []))
  homophones.delete(character)
  return [...homophones]
}

/** Reads the readings of all common characters, in batches that let other work run between them. */
async function readAllReadings(): Promise<PinyinReadings> {
  const { pinyin } = requirePinyin()
  const charactersByReading = new Map<string, string[]>()
  const readingsByCharacter = new Map<string, string[]>()
  const characters = commonCharacters()
  for (let from = 0; from < characters.length; from += BATCH_SIZE) {
    for (const character of characters.slice(from, from + BATCH_SIZE)) {
      const syllables = pinyin(character, { toneType: 'none', type: 'array', v: true, multiple: true })
      const fuzzy = [...new Set(syllables.map(fuzzyReading))]
      readingsByCharacter.set(character, fuzzy)
      for (const reading of fuzzy)
        charactersByReading.set(reading, [...(charactersByReading.get(reading) ?? []), character])
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { charactersByReading, readingsByCharacter }
}

/**
 * Returns a reading without distinctions that large parts of China do not make: `zhong` → `zong`, `xing` → `xin`.
 */
const fuzzyReading = (reading: string) => reading.replace(/^([zcs])h/, '$1').replace(/(?<=[aei]n)g$/, '')

/** Returns the 6,763 characters of GB 2312 (rows B0–F7 of the code), which are those in common use. */
function commonCharacters(): string[] {
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xf7; row += 1)
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell)
  return [...new TextDecoder('gbk').decode(Uint8Array.from(bytes))].filter((character) =>
    /\p{Script=Han}/u.test(character),
  )
}
