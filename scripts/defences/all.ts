import { accounts } from './accounts.ts'
import type { Defence } from './defence.ts'
import { files } from './files.ts'
import { load } from './load.ts'
import { outside } from './outside.ts'
import { questions } from './questions.ts'
import { requests } from './requests.ts'
import { rights } from './rights.ts'

/** All that keeps attacks off. */
export const defences: Defence[] = [
  ...rights,
  ...accounts,
  ...files,
  ...outside,
  ...questions,
  ...requests,
  ...load,
]
