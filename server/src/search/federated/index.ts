// Federated search: the library and outside engines as one list.
export { type OutsideWork, searchOutside, toOutsideView } from './outside-search.ts'
