import type { Annotation } from '../marks/annotation.service.ts'

/** Colors of annotations: Chinese names, and the values that Zotero uses. */
const COLORS: Record<string, { name: string; hex: string }> = {
  yellow: { name: '黄', hex: '#ffd400' },
  red: { name: '红', hex: '#ff6666' },
  green: { name: '绿', hex: '#5fb236' },
  blue: { name: '蓝', hex: '#2ea8e5' },
  purple: { name: '紫', hex: '#a28ae5' },
  orange: { name: '橙', hex: '#f19837' },
  grey: { name: '灰', hex: '#aaaaaa' },
}

/** Returns the value of a color as `#rrggbb`; yellow for an unknown one. */
export const hexColor = (color: string): string => COLORS[color]?.hex ?? '#ffd400'
/** Returns the Chinese name of a color; '' for an unknown one. */
export const colorName = (color: string): string => COLORS[color]?.name ?? ''

/** Facts about the exported document. */
export interface ExportInfo {
  title: string
  /** URN of the document or paper, valid wherever the file is opened. */
  source: string
  /** Address of the page that shows the document in the product; null if the product's address is not configured. */
  link: string | null
  /** Sizes of the pages in points as displayed, and their rotation: 0, 90, 180 or 270 degrees; empty without a text. */
  pages: {
    page: number
    width: number
    height: number
    rotation: number
    /** Origin of the displayed area in the coordinates of the file; (0, 0) when unknown. */
    origin?: { x: number; y: number }
  }[]
  /** Number of annotations. */
  total: number
  /** Time of the export as an ISO date. */
  created_at: string
}

/** A file format for annotations that are written one by one. */
export interface AnnotationWriter {
  /** Returns the text before the first annotation. */
  head: (info: ExportInfo) => string
  /** Returns the text of one annotation. */
  item: (annotation: Annotation, info: ExportInfo) => string
  /** The text between two annotations. */
  between: string
  /** The text after the last one. */
  tail: string
}
