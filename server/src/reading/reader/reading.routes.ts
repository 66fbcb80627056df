import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { compareTexts, readByAspect } from './aspects/aspects.service.ts'
import { listFigures } from './figures.service.ts'
import { readBytes } from './file.service.ts'
import { openReadable } from './open.service.ts'
import { readPosition, savePosition } from './position.service.ts'
import { listReferences } from './references/listed.service.ts'
import { listTextReferences } from './references/references.service.ts'
import { findQuote, readAttached, readBlocks } from './text.service.ts'
import { readGlossary, saveGlossary, translateBlocks } from './translate.service.ts'

export const readingRoutes = implement(api.reading, {
  open: openReadable,
  blocks: readBlocks,
  attached: readAttached,
  file: readBytes,
  find: findQuote,
  position: readPosition,
  savePosition,
  aspects: readByAspect,
  compare: compareTexts,
  figures: listFigures,
  references: listTextReferences,
  listed: listReferences,
  translate: translateBlocks,
  glossary: readGlossary,
  saveGlossary,
})
