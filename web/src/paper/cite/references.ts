import type { api, OutputOf } from '@scinav/contract'
import type { WholeResult } from '../paper-action.state.ts'

export type Styles = OutputOf<typeof api.citation.styles>
export type Format = Styles['formats'][number]['id']

/** What is printed: chosen papers, or everything a search finds. */
export type Printed = { paper_id_list: string[] } | WholeResult

/** Formats that print entries in a style; the others carry fields, whatever the style. */
export const isPrinted = (format: Format): boolean => ['text', 'md', 'docx'].includes(format)
