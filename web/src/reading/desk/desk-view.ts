import type { ReadingView } from '../state/reading-address.ts'

/** Matches the windows of phones, where a text is preferred to its pages. */
export const PHONE_VIEWPORT = '(max-width: 767px)'

/** Loads the viewer of PDFs: it is large and used by no other screen. */
export const loadPdfView = () => import('../pdf/pdf-view.tsx').then((m) => m.PdfView)

/** Starts loading the viewer of PDFs where the text in the address will probably be shown as pages. */
export function prefetchPdfView(view: ReadingView | undefined): void {
  const showsPages = view === undefined ? !matchMedia(PHONE_VIEWPORT).matches : view === 'pages'
  // The component that needs it loads it again and reports the failure.
  if (showsPages) void loadPdfView().catch(() => undefined)
}
