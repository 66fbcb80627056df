import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './server.ts'

/** Puts a paper into the library of a running server by its inbox. */
export function addPaper({ folder }: RunningServer, title: string, abstract: string): void {
  const file = join(folder, 'paper.ris')
  writeFileSync(
    file,
    `TY  - JOUR\nTI  - ${title}\nAB  - ${abstract}\nAU  - Li, Wei\nPY  - 2024\nLA  - en\nER  - \n`,
  )
  const inbox = join(folder, 'import-inbox')
  mkdirSync(inbox, { recursive: true })
  writeFileSync(join(inbox, 'paper.json'), JSON.stringify({ paths: [file] }))
}
