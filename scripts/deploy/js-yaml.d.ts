/** Declares only what is used here, because the package has no types of its own. */
declare module 'js-yaml' {
  export function load(text: string): unknown
  export function loadAll(text: string): unknown[]
}
