import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { PagePosition } from './page-layout.ts'
import type { Pdf } from './use-page-search.ts'

/** The destination of a link inside a PDF: its page, and the explicit destination in the file. */
export interface LinkTarget {
  pageNumber: number
  dest?: unknown
}

/** What follows a link inside the file: `useLinks` sets it to a function that knows the pages. */
export type LinkFollower = RefObject<(to: LinkTarget) => void>

/** Makes `linkFollower` scroll to the destination of a footnote mark or link; the toast leads back. */
export function useLinks(
  pdf: Pdf,
  {
    goTo,
    position,
  }: { goTo: (to: PagePosition, isCentered?: boolean) => void; position: RefObject<PagePosition> },
  linkFollower: LinkFollower,
): void {
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    linkFollower.current = (to) =>
      void linkPosition(pdf, to).then((target) => {
        const before = { ...position.current }
        go.current(target, target.down > 0)
        const back = { name: '返回原处', run: () => go.current(before) }
        toast(`已跳到第 ${target.page} 页`, { more: back })
      })
  }, [pdf, position, linkFollower])
}

/**
 * Returns the position of a destination as a fraction of its displayed page; the top when the file gives none or an
 * invalid one.
 */
export async function linkPosition(
  pdf: Pick<Pdf, 'getPage'>,
  { pageNumber: page, dest }: LinkTarget,
): Promise<PagePosition> {
  const point = destinationPoint(dest)
  if (!point) return { page, down: 0 }
  try {
    const viewport = (await pdf.getPage(page)).getViewport({ scale: 1 })
    const [, y = 0] = viewport.convertToViewportPoint(...point)
    return { page, down: Math.min(1, Math.max(0, y / viewport.height)) || 0 }
  } catch {
    return { page, down: 0 }
  }
}

/**
 * Index of the vertical coordinate in a destination array, by the kind of destination, such as 3 in
 * `[page, { name: 'XYZ' }, left, top, zoom]`. Source: ISO 32000-1, table 151.
 */
const verticalIndexes: Readonly<Record<string, number>> = { XYZ: 3, FitH: 2, FitBH: 2, FitR: 5 }

/** Returns the top left corner of a destination as [x, y] in points of the page; undefined when it names none. */
function destinationPoint(dest: unknown): [number, number] | undefined {
  if (!Array.isArray(dest)) return undefined
  const kind: unknown = dest[1]
  if (typeof kind !== 'object' || kind === null || !('name' in kind)) return undefined
  // Without an entry, index 0 yields the page, which is no number.
  const top = dest[verticalIndexes[String(kind.name)] ?? 0]
  const left = kind.name === 'XYZ' || kind.name === 'FitR' ? dest[2] : 0
  return typeof top === 'number' ? [typeof left === 'number' ? left : 0, top] : undefined
}
