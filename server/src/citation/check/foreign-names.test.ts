import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork, type Creator, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createRandom, SEEDS } from '../../testing/random.ts'
import { differingFields } from './compare-fields.ts'
import { readEntry } from './entry.ts'
import { isSameWork } from './find-references.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2025-author-date',
  'apa-7',
  'ieee',
  'mla-9',
  'chicago-17-author-date',
]

type Name = [given: string, family: string]
/** Names as entries print them, and as a record may have them. */
const KINDS: Record<string, [printed: Name, recorded: Name][]> = {
  'Russian, recorded in Latin letters': [
    [
      ['Иван', 'Петров'],
      ['Ivan', 'Petrov'],
    ],
    [
      ['Анна', 'Смирнова'],
      ['Anna', 'Smirnova'],
    ],
  ],
  'Russian, printed in Latin letters': [
    [
      ['Ivan', 'Petrov'],
      ['Иван', 'Петров'],
    ],
  ],
  'Russian with initials': [
    [
      ['Иван Сергеевич', 'Петров'],
      ['И. С.', 'Петров'],
    ],
    [
      ['Анна', 'Смирнова'],
      ['А.', 'Смирнова'],
    ],
  ],
  Korean: [
    [
      ['Min-su', 'Kim'],
      ['Minsu', 'Kim'],
    ],
    [
      ['Jiyoung', 'Lee'],
      ['Ji Young', 'Lee'],
    ],
  ],
  Japanese: [
    [
      ['Tarō', 'Satō'],
      ['Taro', 'Sato'],
    ],
    [
      ['Yūko', 'Ōno'],
      ['Yuko', 'Ohno'],
    ],
  ],
  'of two surnames': [
    [
      ['Gabriel', 'García Márquez'],
      ['Gabriel García', 'Márquez'],
    ],
    [
      ['Ana', 'López Ruiz'],
      ['Ana', 'López-Ruiz'],
    ],
    [
      ['Luisa', 'Pérez Vega'],
      ['Luisa', 'Pérez'],
    ],
  ],
  Vietnamese: [
    [
      ['Văn Minh', 'Nguyễn'],
      ['Minh Văn', 'Nguyễn'],
    ],
    [
      ['Thị Hoa', 'Trần'],
      ['Trần Thị', 'Hoa'],
    ],
  ],
  'with particles': [
    [
      ['Lotte', 'van der Meer'],
      ['Lotte', 'Vandermeer'],
    ],
    [
      ['Luc', 'de Broglie'],
      ['Luc', 'De Broglie'],
    ],
    [
      ['Omar', 'Al-Rashid'],
      ['Omar', 'Alrashid'],
    ],
  ],
  'Chinese in pinyin': [
    [
      ['Kai-Lin', 'Ren'],
      ['Kailin', 'Ren'],
    ],
    [
      ['Wei', 'Zhang'],
      ['Zhang', 'Wei'],
    ],
    [
      ['Zhiwei', 'Lü'],
      ['ZW', 'Lyu'],
    ],
    [
      ['Xiu', 'Ouyang'],
      ['Xiu', 'Ou-Yang'],
    ],
  ],
  'of other spellings': [
    [
      ['Ian', 'McKay'],
      ['Ian', 'Mc Kay'],
    ],
    [
      ['Jörg', 'Müller'],
      ['Joerg', 'Mueller'],
    ],
    [
      ['J. Keith', 'Joung'],
      ['Keith', 'Joung'],
    ],
  ],
}

const person = ([given, family]: Name): Creator => ({
  ...{ name: `${given} ${family}`, family, given },
  ...{ role: 'author', affiliations: [] },
})
const TITLE = 'Moss cover on northern roofs and its water budget'
const work = (creators: Creator[]): Work => ({
  ...blankWork(TITLE, 1),
  ...{ creators, publish_date: '2021', language: 'en', basic_sourcename: 'Annals of Bryology' },
  ...{ basic_source_vo: '16', basic_source_no: '4', basic_page: '110-119' },
})
const recordOf = (creators: Creator[]) => ({
  ...work(creators),
  authors: creators.map(({ name }) => name).join('; '),
  versions: [],
})
const entryOf = (style: StyleId, creators: Creator[]) =>
  readEntry(runsText(formatReference(style, toCsl(work(creators)))))
const STRANGER = person(['Xenia', 'Quorn'])

test.each(Object.entries(KINDS))(
  'names %s are at most in doubt, those of others are faults',
  (kind, names) => {
    for (const seed of SEEDS.slice(0, 12)) {
      const random = createRandom(seed)
      const style = random.pick(STYLES)
      const drawn = names.slice(0, 1 + random.below(names.length))
      const entry = entryOf(
        style,
        drawn.map(([printed]) => person(printed)),
      )
      const record = recordOf(drawn.map(([, recorded]) => person(recorded)))
      const fields = differingFields(record, entry)
      expect([entry.text, fields.map(({ doubt }) => doubt).filter((doubt) => doubt !== 'names')]).toEqual([
        entry.text,
        [],
      ])
      expect([entry.text, isSameWork(record, entry, TITLE)]).toEqual([entry.text, true])
      const latin = names
        .map(([printed]) => person(printed))
        .filter(({ name }) => /^\p{Script=Latin}/u.test(name))
      if (latin.length < names.length || kind.startsWith('Russian')) continue
      const other = differingFields(record, entryOf(style, [STRANGER, ...latin.slice(1, drawn.length)]))
      expect(other.map(({ field, doubt }) => [field, doubt])).toEqual([['authors', undefined]])
    }
  },
)

test('the first fifty of thousands of authors are no difference', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      person([
        `A${at}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))),
        `Name${String(at).replace(/\d/g, (digit) => 'klmnopqrst'.charAt(Number(digit)))}`,
      ]),
    )
  for (const style of STYLES) {
    const entry = entryOf(style, many(3_000).slice(0, 50))
    expect([style, differingFields(recordOf(many(3_000)), entry).filter(({ doubt }) => !doubt)]).toEqual([
      style,
      [],
    ])
    expect([style, differingFields(recordOf(many(50)), entry)]).toEqual([style, []])
  }
})
