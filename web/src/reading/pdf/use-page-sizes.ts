import { useCallback, useEffect, useState } from 'react'
import type { ReadableText } from '../state/target.ts'
import type { PageSize } from './page-layout.ts'
import type { Pdf } from './use-page-search.ts'

/** Returns the page sizes: those the parser found, otherwise the first page's size until a page is drawn. */
export function usePageSizes(pdf: Pdf, { pages }: ReadableText) {
  const [sizes, setSizes] = useState<PageSize[]>([])
  useEffect(() => {
    if (pages.length === pdf.numPages) return setSizes(pages.map(({ width, height }) => ({ width, height })))
    let left = false
    void pdf.getPage(1).then((page) => {
      const { width, height } = page.getViewport({ scale: 1 })
      if (!left) setSizes(Array.from({ length: pdf.numPages }, () => ({ width, height })))
    })
    return () => {
      left = true
    }
  }, [pdf, pages])
  const onSize = useCallback((number: number, size: PageSize) => {
    setSizes((now) => {
      const old = now[number - 1]
      const isKnown = old && Math.abs(old.width - size.width) < 1 && Math.abs(old.height - size.height) < 1
      return !old || isKnown ? now : now.with(number - 1, size)
    })
  }, [])
  return { sizes, onSize }
}
