// Disciplines, literature types and venues from the dictionaries in `config/`.
export {
  clcClasses,
  curatedTopics,
  disciplineName,
  disciplines,
  esiFields,
  listDisciplines,
  listEsiDisciplines,
} from './discipline.service.ts'
export { listLiteratureTypes, literatureTypeName } from './literature-type.service.ts'
export { fullSourceName, isUnknownCode, printedSourceTitle, readableVenue } from './proceedings.ts'
export { readDictionary } from './read-dictionary.ts'
export { venueWords } from './venue.ts'
