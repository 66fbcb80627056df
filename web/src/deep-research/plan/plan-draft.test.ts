import { expect, test } from 'vitest'
import { diffText, moveStep, planChanges, toDraftSteps } from './plan-draft.ts'

const step = (step_id: string, over: object = {}) => ({
  step_id,
  title: `步骤 ${step_id}`,
  goal: '',
  queries: ['a', 'b'],
  ...over,
})
const base = [step('1'), step('2'), step('3')]

test('a plan that nobody touched has no changes', () => {
  expect(planChanges(base, toDraftSteps(base))).toMatchObject({ count: 0, removed: [], isReordered: false })
})

test('new, changed, removed and moved steps are told apart and counted', () => {
  const [one, , three] = toDraftSteps(base)
  if (!one || !three) throw new Error('three steps were given')
  const draft = [{ ...three, queries: ['a'] }, one, { key: 'n', title: '新的', goal: '', queries: [] }]
  const { steps, removed, isReordered, count } = planChanges(base, draft)
  expect(steps.map(({ previous, isChanged }) => [previous?.step_id, isChanged])).toEqual([
    ['3', true],
    ['1', false],
    [undefined, true],
  ])
  expect(removed.map(({ step_id }) => step_id)).toEqual(['2'])
  expect([isReordered, count]).toEqual([true, 4])
})

test('a step that is moved stands where it was put, and nowhere outside', () => {
  expect(moveStep(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveStep(['a', 'b'], 0, 2)).toEqual(['a', 'b'])
  expect(moveStep(['a', 'b'], 1, -1)).toEqual(['a', 'b'])
})

test.each([
  ['比较临界电流', '比较剥离与沉积的临界电流', ['比较', '', '剥离与沉积的', '临界电流']],
  ['只取综述', '', ['', '只取综述', '', '']],
  ['aa', 'aaa', ['aa', '', 'a', '']],
  ['𝛼𝛽', '𝛼𝛾', ['𝛼', '𝛽', '𝛾', '']],
])('of 「%s」 and 「%s」 what is new stands apart from what is gone', (was, now, parts) => {
  const { before, removed, added, after } = diffText(was, now)
  expect([before, removed, added, after]).toEqual(parts)
})
