import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { applyMutant, findMutants, insertMarks } from './mutants.ts'

const changesOf = (code: string) => findMutants(code, true).map((mutant) => applyMutant(code, mutant))

test('whoever looks for untested code gets each small change by itself', () => {
  expect(changesOf('const more = total > limit && !closed')).toEqual([
    'const more = ((total > limit) || (!closed))',
    'const more = ((total) >= (limit)) && !closed',
    'const more = total > limit && (closed)',
  ])
  expect(changesOf('if (found) list.push(Math.max(first, 2))')).toEqual([
    'if (!(found)) list.push(Math.max(first, 2))',
    'if (found) {}',
    'if (found) list.push(Math.min(first, 2))',
  ])
  expect(changesOf("const names = ['a', ``, true]")).toEqual([
    'const names = []',
    "const names = ['', ``, true]",
    "const names = ['a', ``, false]",
  ])
})

test('types, names of fields, what is imported and joined texts are no places for a change', () => {
  const code = `import { a } from 'a'
export { b } from 'b'
type Kind = 'x' | 'y'
const sum = 'a: ' + count + (1 as unknown as 2)
const row = { 'a-b': one, [two]: three, on: <p className="x">text</p> }`
  expect(changesOf(code)).toEqual([code.replace("'a: '", "''")])
})

test('a change at the beginning of a line does not become a call of the line before', () => {
  const code = 'start()\nopen ?? list.some(Boolean)'
  expect(changesOf(code)).toContain('start()\nvoid 0,((open) && (list.some(Boolean)))')
  for (const changed of changesOf(code)) expect(() => parseAst(changed, { lang: 'tsx' })).not.toThrow()
})

test('a text with marks does what it did, and every mark that is passed is told, the outer first', () => {
  const code = `function run() {
  let seen = ''
  for (const n of [1, 2, 3])
    if (n > 1 && n < 3) seen += n
  return seen
}`
  const numbered = new Map(findMutants(code, false).entries())
  const passed: number[] = []
  const run = new Function('told', `${insertMarks(code, numbered, 'told')}; return run()`)

  expect(run((number: number) => passed.push(number))).toBe('2')
  expect([...new Set(passed)].sort((a, b) => a - b)).toEqual([...numbered.keys()])
})
