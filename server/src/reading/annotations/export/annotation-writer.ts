import type { Annotation } from '../marks/annotation.service.ts'

/** What an export is about. */
export interface ExportInfo {
  title: string
  /** Names the document or paper, whoever opens the file. */
  source: string
  /** The page of the product that shows it. */
  link: string | null
  /** Sizes of pages in points, as shown, and how they are turned. */
  pages: {
    page: number
    width: number
    height: number
    rotation: number
    /** Of what is shown, in the file's own points; at 0, 0 where it is not told. */
    origin?: { x: number; y: number }
  }[]
  total: number
  created_at: string
}

/** A file of annotations that is written one by one. */
export interface AnnotationWriter {
  head: (about: ExportInfo) => string
  item: (annotation: Annotation, about: ExportInfo) => string
  between: string
  tail: string
}
