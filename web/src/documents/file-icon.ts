import type { IconName } from '../ui/icons/icon.tsx'

const iconByExtension: Record<string, IconName> = {
  pdf: 'file-text',
  doc: 'file-text',
  docx: 'file-text',
  txt: 'file-text',
  md: 'file-text',
  ppt: 'file-slides',
  pptx: 'file-slides',
  xls: 'file-table',
  xlsx: 'file-table',
  csv: 'file-table',
  epub: 'book',
  htm: 'file-code',
  html: 'file-code',
  bib: 'quote',
  ris: 'quote',
  png: 'file-picture',
  jpg: 'file-picture',
  jpeg: 'file-picture',
  tif: 'file-picture',
  tiff: 'file-picture',
}

/** Returns the icon of a file by its extension. */
export const fileIcon = (name: string): IconName =>
  iconByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'file'

/** File extensions that a knowledge base accepts, for the browser's chooser. */
export const acceptedExtensions = Object.keys(iconByExtension)
  .filter((ending) => !['doc', 'ppt', 'xls'].includes(ending))
  .map((ending) => `.${ending}`)
  .join(',')
