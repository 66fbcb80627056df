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

/** Formats that have an icon but cannot be parsed. */
const UNPARSED_EXTENSIONS = ['doc', 'ppt', 'xls']

/** File extensions that a knowledge base accepts, for the browser's chooser: `.pdf,.docx,…`. */
export const acceptedExtensions = Object.keys(iconByExtension)
  .filter((extension) => !UNPARSED_EXTENSIONS.includes(extension))
  .map((extension) => `.${extension}`)
  .join(',')
