// npm run bench -- wordings: counts the alternatives of the lists in config/language. Each phrase between bars or lines
// is one, each bar in a group one more, each word of a list of words one.
import { globSync, readFileSync } from 'node:fs'
import {
  PHRASE_LANGUAGES,
  type PhraseLanguage,
  phraseListNames,
  phrases,
  words,
} from '../server/src/language/phrases.ts'

const root = new URL('..', import.meta.url)
const sources = globSync('server/src/**/*.ts', { cwd: root }).map((file) =>
  readFileSync(new URL(file, root), 'utf8'),
)
/** The lists that code reads as words: `zh quantities/times`. */
const wordLists = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/\b(?:words|wordSet|wordPattern)\(\s?'(zh|en)', '([a-z-]+\/[a-z-]+)'/gu)].map(
      ([, language, name]) => `${language} ${name}`,
    ),
  ),
)
/** Lists of words that code reads by a computed name; every other word in them is a value. */
const VALUE_LISTS = /^quantities\/(?:numbers|scales|seconds)$/

function countAlternatives(language: PhraseLanguage, name: string): number {
  if (VALUE_LISTS.test(name)) return words(language, name).length / 2
  if (wordLists.has(`${language} ${name}`)) return words(language, name).length
  return phrases(language, name).reduce(
    (sum, phrase) => sum + 1 + (phrase.match(/(?<!\\)\|/g)?.length ?? 0),
    0,
  )
}

const counts = PHRASE_LANGUAGES.flatMap((language) =>
  phraseListNames(language).map((name) => ({
    file: name.slice(0, name.indexOf('/')),
    language,
    count: countAlternatives(language, name),
  })),
)
const sum = (list: typeof counts): number => list.reduce((total, { count }) => total + count, 0)
const files = [...Map.groupBy(counts, ({ file }) => file)].toSorted(
  (one, other) => sum(other[1]) - sum(one[1]),
)
console.log('| file | zh | en | both |\n|---|---|---|---|')
for (const [file, lists] of files) {
  const [zh, en] = PHRASE_LANGUAGES.map((each) => sum(lists.filter(({ language }) => language === each)))
  console.log(`| ${file} | ${zh} | ${en} | ${sum(lists)} |`)
}
console.log(`| all | | | ${sum(counts)} |`)
