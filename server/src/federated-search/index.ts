// The library and outside engines as one list.
export { searchOutside } from './outside.ts'
