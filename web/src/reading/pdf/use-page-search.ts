import { useEffect, useRef, useState } from 'react'
import type { pdfjs } from 'react-pdf'
import type { FindState } from '../bar/find-bar.tsx'
import { findMatches } from '../places/found-text.ts'

/** An open PDF document. */
export type Pdf = pdfjs.PDFDocumentProxy

/** The matches found so far are rendered whenever this many more pages have been searched. */
const RENDER_INTERVAL_PAGES = 16

interface FindResult {
  words: string
  /** Number of matches by page (from 1), for the pages searched so far. */
  counts: ReadonlyMap<number, number>
  /** Number of pages searched so far. */
  searched: number
}

const noResult: FindResult = { words: '', counts: new Map(), searched: 0 }

/** Searches all pages one after the other; the text of each page is read once. */
function usePageSearch(pdf: Pdf | undefined, words: string): FindResult {
  const texts = useRef(new Map<number, string>())
  const [found, setFound] = useState(noResult)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has other texts
  useEffect(() => texts.current.clear(), [pdf])
  useEffect(() => {
    setFound({ ...noResult, words })
    if (!pdf || !words) return
    const controller = new AbortController()
    void searchPages(pdf, texts.current, words, controller.signal, setFound)
    return () => controller.abort()
  }, [pdf, words])
  return found
}

/** Searches the pages in order; stores their texts in `texts`, and reports the result so far from time to time. */
async function searchPages(
  pdf: Pdf,
  texts: Map<number, string>,
  words: string,
  signal: AbortSignal,
  onProgress: (found: FindResult) => void,
): Promise<void> {
  const counts = new Map<number, number>()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const text = texts.get(number) ?? (await readPageText(pdf, number))
    if (signal.aborted) return
    texts.set(number, text)
    const count = findMatches(text, words).length
    if (count > 0) counts.set(number, count)
    if (number % RENDER_INTERVAL_PAGES === 0 || number === pdf.numPages)
      onProgress({ words, counts: new Map(counts), searched: number })
  }
}

/** Reads the text of a page as its text layer will show it; '' when it cannot be read. */
async function readPageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  } catch {
    return ''
  }
}

/** Returns the page (from 1) of the match at an index, and its index among the matches of that page. */
function hitAt({ counts }: FindResult, index: number): { page: number; hit: number } | undefined {
  let remaining = index
  for (const [page, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (remaining < count) return { page, hit: remaining }
    remaining -= count
  }
  return undefined
}

/** Returns the total number of matches. */
const totalHits = ({ counts }: FindResult): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Returns the index of the first match on or after a page; 0 when there is none. */
function firstHitFrom({ counts }: FindResult, page: number): number {
  let before = 0
  for (const [number, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (number >= page) return before
    before += count
  }
  return 0
}

/**
 * Returns the state of the search in a PDF; `hit` is the current match, by its page and its index on that page. A new
 * search begins with the first match on or after the page in view (`page`).
 */
export function usePdfFind(
  pdf: Pdf,
  page: number,
): FindState & { hit: { page: number; hit: number } | undefined } {
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  const found = usePageSearch(pdf, words)
  const total = totalHits(found)
  /** The page that was in view when the search began. */
  const from = useRef(page)
  /** Whether the first match of the search has still to be chosen. */
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || found.words !== words || total === 0) return
    const first = firstHitFrom(found, from.current)
    if (first < total) {
      isFirst.current = false
      setIndex(first)
    }
  }, [found, words, total])
  return {
    words,
    hit: hitAt(found, index),
    index,
    total,
    searched: found.searched,
    search: (next: string) => {
      from.current = page
      isFirst.current = true
      setIndex(0)
      setWords(next.trim())
    },
    step: (by: 1 | -1) => total > 0 && setIndex((before) => (before + by + total) % total),
  }
}
