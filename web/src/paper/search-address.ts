/** Where a query is searched: the address of the results for a text in the query language. */
export function searchAddress(query: string): string {
  return `/home/searchResult?${new URLSearchParams({ q: query })}`
}

/** One field's query for exactly these words: `KY:"graph neural network"`. */
export function fieldQuery(field: string, words: string): string {
  return `${field}:"${words.replaceAll('"', ' ').trim()}"`
}
