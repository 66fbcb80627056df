import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { compareTexts, readByAspect } from './aspects/aspects.service.ts'
import { listFigures } from './figures.service.ts'
import { downloadFile } from './file.service.ts'
import { openReadable } from './open.service.ts'
import { getPosition, savePosition } from './position.service.ts'
import { listReferences } from './references/list-references.service.ts'
import { listTextReferences } from './references/references.service.ts'
import { findQuote, getAttachedPage, listBlocks } from './text.service.ts'
import { getGlossary, saveGlossary, translateBlocks } from './translate.service.ts'

/** The calls of the reading screen: text, file, position, aspects, figures, references, translation. */
export const readingRoutes = implement(api.reading, {
  open: openReadable,
  blocks: listBlocks,
  attached: getAttachedPage,
  file: downloadFile,
  find: findQuote,
  position: getPosition,
  savePosition,
  aspects: readByAspect,
  compare: compareTexts,
  figures: listFigures,
  references: listTextReferences,
  listed: listReferences,
  translate: translateBlocks,
  glossary: getGlossary,
  saveGlossary,
})
