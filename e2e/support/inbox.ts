import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './server.ts'

interface Added {
  title: string
  abstract?: string
  year?: number
}

/** Puts a paper into the library of a running server by its inbox. */
export function addPaper(server: RunningServer, title: string, abstract: string): void {
  addPapers(server, [{ title, abstract }])
}

/** The same for several papers at once. */
export function addPapers({ folder }: RunningServer, papers: Added[]): void {
  const file = join(folder, 'paper.ris')
  writeFileSync(file, papers.map(risOf).join(''))
  const inbox = join(folder, 'import-inbox')
  mkdirSync(inbox, { recursive: true })
  writeFileSync(join(inbox, 'paper.json'), JSON.stringify({ paths: [file] }))
}

const risOf = ({ title, abstract, year = 2024 }: Added): string =>
  `TY  - JOUR\nTI  - ${title}\n${abstract ? `AB  - ${abstract}\n` : ''}AU  - Li, Wei\nPY  - ${year}\nLA  - en\nER  - \n`
