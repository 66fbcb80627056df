import { accountDefences } from './accounts.ts'
import type { Defence } from './defence.ts'
import { fileDefences } from './files.ts'
import { loadDefences } from './load.ts'
import { externalDefences } from './outside.ts'
import { questionDefences } from './questions.ts'
import { requestDefences } from './requests.ts'
import { accessDefences } from './rights.ts'

/** All defences against attacks. */
export const defences: Defence[] = [
  ...accessDefences,
  ...accountDefences,
  ...fileDefences,
  ...externalDefences,
  ...questionDefences,
  ...requestDefences,
  ...loadDefences,
]
