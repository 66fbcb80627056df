// Links the citations of published PDFs.
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DATA } from '../document-library.ts'
import { readDraft } from './write.ts'

const FOLDERS = ['pdfs', 'pdf-structure/jose', 'pdf-structure/chinese']

/** What was found in a PDF; `cited` counts the parts of its citations, each of which names one entry. */
export interface LinkedPaper {
  name: string
  entries: number
  cited: number
  /** The parts that exactly one entry fits. */
  linked: number
}

/**
 * Reads the PDFs of a folder, by default those of the data sets; those that cannot be read, or have no list or no
 * citations, are left out.
 */
export async function linkRealPapers(folder?: string): Promise<LinkedPaper[]> {
  const folders = folder === undefined ? FOLDERS.map((each) => join(DATA, each)) : [folder]
  const paths = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.pdf'))
          .map((name) => join(folder, name))
      : [],
  )
  const papers: LinkedPaper[] = []
  for (const path of paths) {
    const read = await readDraft(path, null).catch(() => null)
    if (!read || read.entries.length === 0 || read.markers.length === 0) continue
    const linked = read.markers.reduce((sum, { entries }) => sum + entries.length, 0)
    const others = read.markers.reduce(
      (sum, { unmatched, ambiguous }) => sum + unmatched.length + ambiguous.length,
      0,
    )
    papers.push({ name: basename(path), entries: read.entries.length, cited: linked + others, linked })
  }
  return papers
}
