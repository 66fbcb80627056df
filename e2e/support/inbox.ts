import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './server.ts'

interface NewPaper {
  title: string
  abstract?: string
  year?: number
}

/** Adds a paper to the library of a running server through its inbox. */
export function addPaper(server: RunningServer, title: string, abstract: string): void {
  addPapers(server, [{ title, abstract }])
}

/** Adds several papers at once. */
export function addPapers({ folder }: RunningServer, papers: NewPaper[]): void {
  const file = join(folder, 'paper.ris')
  writeFileSync(file, papers.map(formatRis).join(''))
  const inbox = join(folder, 'import-inbox')
  mkdirSync(inbox, { recursive: true })
  writeFileSync(join(inbox, 'paper.json'), JSON.stringify({ paths: [file] }))
}

const formatRis = ({ title, abstract, year = 2024 }: NewPaper): string =>
  `TY  - JOUR\nTI  - ${title}\n${abstract ? `AB  - ${abstract}\n` : ''}AU  - Li, Wei\nPY  - ${year}\nLA  - en\nER  - \n`
