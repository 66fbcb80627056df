// Disciplines, literature types and venues by the lists of the installation.
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
export { fullSourceName, printedSourceTitle } from './proceedings.ts'
export { venueWords } from './venue.ts'
