import { beforeEach, expect } from 'vitest'

// Sets the position that a reached mark logs; see reach.ts.
process.env.MUTATE_AT = `${expect.getState().testPath}\t`

beforeEach(({ task }) => {
  const names = [task.name]
  for (let at = task.suite; at; at = at.suite) if (at.name) names.unshift(at.name)
  process.env.MUTATE_AT = `${task.file.filepath}\t${names.join(' ')}`
})
