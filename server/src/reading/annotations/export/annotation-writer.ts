import type { Annotation } from '../marks/annotation.service.ts'

/** Colours of annotations: Chinese names, and the values that Zotero uses. */
const MARK_COLOURS: Record<string, { name: string; hex: string }> = {
  yellow: { name: '黄', hex: '#ffd400' },
  red: { name: '红', hex: '#ff6666' },
  green: { name: '绿', hex: '#5fb236' },
  blue: { name: '蓝', hex: '#2ea8e5' },
  purple: { name: '紫', hex: '#a28ae5' },
  orange: { name: '橙', hex: '#f19837' },
  grey: { name: '灰', hex: '#aaaaaa' },
}

/** Returns the hexadecimal value of a colour; yellow for an unknown one. */
export const hexOf = (colour: string): string => MARK_COLOURS[colour]?.hex ?? '#ffd400'
/** Returns the Chinese name of a colour; '' for an unknown one. */
export const colourName = (colour: string): string => MARK_COLOURS[colour]?.name ?? ''

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
