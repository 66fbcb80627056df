import type { EngineId } from '@scinav/contract'

/** The application that answers scientific questions. */
export const SCIENTIFIC_APPLICATION = 'academic_qa'

/** The engines that evidence can be searched with. */
export const ENGINES: readonly { id: EngineId; name: string }[] = [
  { id: 'local', name: '本馆文献' },
  { id: 'openalex', name: 'OpenAlex' },
  { id: 'crossref', name: 'Crossref' },
  { id: 'arxiv', name: 'arXiv' },
  { id: 'semantic_scholar', name: 'Semantic Scholar' },
  { id: 'pubmed', name: 'PubMed' },
]

/** Whether an id is a known engine. */
export const isEngine = (id: string): id is EngineId => ENGINES.some((engine) => engine.id === id)
