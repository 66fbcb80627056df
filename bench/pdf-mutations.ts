import { readFileSync } from 'node:fs'
import { pdfOf } from '../documents/src/testing/pdf-builder.ts'
import { DATA, DISTRACTOR_FILES } from './document-library.ts'
import type { createRandom } from './random.ts'

type SeededRandom = ReturnType<typeof createRandom>

/** Keywords of the format, inserted where they do not belong. */
const PDF_KEYWORDS = [
  '/Type /Page',
  '/Kids [1 0 R]',
  '/Filter /FlateDecode',
  '/Filter [/ASCIIHexDecode /LZWDecode /RunLengthDecode]',
  '/Length 999999999',
  '/Count -1',
  '/Parent 1 0 R',
  '/Encoding /Identity-H',
  '/DecodeParms << /Predictor 15 /Columns 1000000 >>',
  '/MediaBox [0 0 1e30 -1e30]',
  '/Rotate 91',
  'endobj',
  'stream\n',
  'endstream',
  '<<',
  '>>',
  'BT /F1 1e9 Tf (x) Tj',
  '[(a) -99999999 (b)] TJ',
  'q '.repeat(500),
  '('.repeat(500),
  '[ '.repeat(500),
  '\0\0\0\0',
]
const EXTREME_NUMBERS = ['0', '-1', '2147483648', '4294967296', '1e308', '99999999999999999999', '0.0000001']

/** Mutations of bytes, each modelled on faults of disks, of transfers, or on attacks. */
const BYTE_MUTATIONS: ((bytes: Buffer, random: SeededRandom) => Buffer)[] = [
  function flipBits(bytes, random) {
    for (let count = 1 + random.below(40); count > 0; count -= 1) {
      const at = random.below(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    }
    return bytes
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, 8 + random.below(bytes.length))
  },
  function cutOut(bytes, random) {
    const from = random.below(bytes.length)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(2_000))])
  },
  function repeat(bytes, random) {
    const from = random.below(bytes.length)
    const part = bytes.subarray(from, from + 1 + random.below(5_000))
    const times = 1 + random.below(20)
    return Buffer.concat([bytes.subarray(0, from), ...Array(times).fill(part), bytes.subarray(from)])
  },
  function insertWord(bytes, random) {
    const at = random.below(bytes.length)
    const word = Buffer.from(` ${PDF_KEYWORDS[random.below(PDF_KEYWORDS.length)]} `, 'latin1')
    return Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at)])
  },
  function otherNumber(bytes, random) {
    return replaceMatches(
      bytes,
      random,
      /\d+(?:\.\d+)?/g,
      () => EXTREME_NUMBERS[random.below(EXTREME_NUMBERS.length)] ?? '0',
    )
  },
  function otherReference(bytes, random) {
    return replaceMatches(bytes, random, /\d+ 0 R/g, () => `${random.below(40)} 0 R`)
  },
  function otherName(bytes, random) {
    const names = ['/Pages', '/Page', '/Font', '/XObject', '/Catalog', '/Kids', '/None']
    return replaceMatches(bytes, random, /\/[A-Z]\w+/g, () => names[random.below(names.length)] ?? '/None')
  },
  function noise(bytes, random) {
    const from = random.below(bytes.length)
    const until = Math.min(bytes.length, from + random.below(400))
    for (let at = from; at < until; at += 1) bytes[at] = random.below(256)
    return bytes
  },
]

/** Replaces a few of all matches of an expression. */
function replaceMatches(bytes: Buffer, random: SeededRandom, met: RegExp, other: () => string): Buffer {
  const text = bytes.toString('latin1')
  const places = [...text.matchAll(met)].length
  if (places === 0) return bytes
  const chosen = new Set(Array.from({ length: 1 + random.below(8) }, () => random.below(places)))
  let at = -1
  const changed = text.replace(met, (was) => {
    at += 1
    return chosen.has(at) ? other() : was
  })
  return Buffer.from(changed, 'latin1')
}

/** Reads the seed files: some of our own and some by other programs, none of them large. */
export function readSeedFiles(): Buffer[] {
  const own = [
    pdfOf([
      ['# One', 'A line of text.'],
      ['# Two', 'Another line.', 'And one more.'],
    ]),
    pdfOf(
      Array.from({ length: 12 }, (_, at) =>
        Array.from({ length: 30 }, (_, line) => `${at} ${line} words of a line`),
      ),
    ),
  ]
  const MOST = 200_000
  const others = [...DISTRACTOR_FILES, ...HOSTILE_FILES].map((name) => readFileSync(DATA + name))
  return [...own, ...others.filter(({ length }) => length < MOST)]
}

/** Files that are broken, encrypted or malicious. */
const HOSTILE_FILES = [
  'corrupt-helloworld-bad',
  'corrupt-poppler-395',
  'corrupt-zen',
  'docling-password',
  'encrypted-aes256',
  'javascript-actions',
  'pages-tree-loop',
].map((name) => `pdfs/${name}.pdf`)

/** Returns a seed file with one to four mutations. */
export function mutateFile(seeds: Buffer[], random: SeededRandom): Buffer {
  let bytes: Buffer = Buffer.from(seeds[random.below(seeds.length)] ?? '')
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const change = BYTE_MUTATIONS[random.below(BYTE_MUTATIONS.length)]
    if (change && bytes.length > 0) bytes = change(bytes, random)
  }
  return bytes
}
