// The library and outside engines as one list.
export { type OutsideWork, searchOutside, shownOutside } from './outside.ts'
