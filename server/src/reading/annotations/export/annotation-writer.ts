import type { Annotation } from '../marks/annotation.service.ts'

/** Facts about the exported document. */
export interface ExportInfo {
  title: string
  /** URN of the document or paper, valid wherever the file is opened. */
  source: string
  /** Address of the page that shows the document in the product. */
  link: string | null
  /** Sizes of the pages in points as displayed, and their rotation. */
  pages: {
    page: number
    width: number
    height: number
    rotation: number
    /** Origin of the displayed area in the coordinates of the file; (0, 0) when unknown. */
    origin?: { x: number; y: number }
  }[]
  total: number
  created_at: string
}

/** A file format for annotations that are written one by one. */
export interface AnnotationWriter {
  head: (about: ExportInfo) => string
  item: (annotation: Annotation, about: ExportInfo) => string
  between: string
  tail: string
}
