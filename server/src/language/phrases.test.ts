import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyOf, PHRASE_LANGUAGES, phraseListNames, phrasePattern, words } from './phrases.ts'

test('English phrases match whole words, Chinese ones anywhere', () => {
  const names = phrasePattern('cause/explicit')
  expect(['because of rain', '这是因为下雨'].map((text) => names.test(text))).toEqual([true, true])
  expect(['a becausex', 'the cause'].map((text) => names.test(text))).toEqual([false, true])
})

test('the rest of a word is matched where the list says so', () => {
  expect(phrasePattern('negation/data').exec('It is annotated')?.[0]).toBe('annotated')
})

test('a list that does not exist is reported by its name', () => {
  expect(() => anyOf('cause/nothing')).toThrow('has no list cause/nothing')
  expect(() => words('zh', 'sentences/abbreviations')).toThrow('zh has no list sentences/abbreviations')
})

test('every list is used by code', () => {
  const sources = globSync('server/src/{answers,citation,language,research,retrieval}/**/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  )
  const code = sources.join('\n')
  // A name may end in a variable: `negation/${kind}`.
  const isUsed = (name: string) => code.includes(`'${name}'`) || usesPattern(code, name)
  const lists = new Set(PHRASE_LANGUAGES.flatMap(phraseListNames))
  expect([...lists].filter((name) => !isUsed(name))).toEqual([])
})

function usesPattern(code: string, name: string): boolean {
  const [file = '', section = ''] = name.split('/')
  const prefixes = Array.from(section, (_, at) => section.slice(0, at))
  return prefixes.some((prefix) => code.includes(`\`${file}/${prefix}\${`))
}
