import { parseQuery } from '../query/parse.ts'
import type { Query } from '../query/query.ts'

/** Prints a query briefly for tables of test cases: `title:"a b"`, `any:a*`, (and …). */
export function briefQuery(query: Query): string {
  if (query.kind === 'all') return 'all'
  if (query.kind === 'not') return `(not ${briefQuery(query.part)})`
  if (query.kind === 'near')
    return `(near${query.distance} ${briefQuery(query.left)} ${briefQuery(query.right)})`
  if ('parts' in query) return `(${query.kind} ${query.parts.map(briefQuery).join(' ')})`
  const prefix = query.field === 'any' ? '' : `${query.field}:`
  if (query.kind === 'range') return `${prefix}${query.from ?? ''}..${query.to ?? ''}`
  if (query.kind === 'wildcard') return `${prefix}/${query.pattern}/`
  if (query.kind === 'phrase') return `${prefix}"${query.text}"`
  return `${prefix}${query.text}${query.kind === 'prefix' ? '*' : ''}`
}

/** Parses a text and prints the query briefly. */
export const briefParse = (text: string) => briefQuery(parseQuery(text).query)
