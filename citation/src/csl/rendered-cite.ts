import type { Cite, RenderingStyle } from './cite-state.ts'
import type { Disambiguations } from './disambiguate.ts'
import { findNamesSpan, type Output, outputText } from './output.ts'
import type { PositionedCite } from './positions.ts'
import type { Reference } from './reference.ts'
import { type RenderRequest, renderReference } from './rendering.ts'

/** What the citations of a document share. */
export interface DocumentSetting {
  rendering: RenderingStyle
  references: ReadonlyMap<string, Reference>
  /** Numbers of the references, from 1. */
  numbers: ReadonlyMap<string, number>
  disambiguations: Disambiguations
  /** Printed for a cite that prints nothing; '' for none. */
  emptyCite: string
}

/** A cite of a citation, rendered on its own. */
export interface RenderedCite {
  cite: Cite
  reference: Reference
  request: RenderRequest
  /** What the cite prints without the affixes of the text's author. */
  content: Output[]
  /** The text of the first names that the cite prints; undefined when it has none. */
  names: string | undefined
  /** The number of the reference; 0 when it has none. */
  number: number
}

/** Returns the request by which a cite is rendered in a document. */
export function citeRequest(cite: Cite, positioned: PositionedCite, setting: DocumentSetting): RenderRequest {
  return {
    area: 'citation',
    cite,
    position: positioned.position,
    isNearNote: positioned.isNearNote,
    firstNote: positioned.firstNote,
    citationNumber: setting.numbers.get(cite.id) ?? 0,
    disambiguation: setting.disambiguations.byId.get(cite.id),
    givenLevels: setting.disambiguations.givenLevels,
  }
}

/** Renders the content of a cite again with a changed request. A cite with `authorOnly` is reduced to its names. */
export function renderContent(
  cite: RenderedCite,
  setting: DocumentSetting,
  change: Partial<RenderRequest>,
): Output[] {
  const { outputs } = renderReference(setting.rendering, cite.reference, { ...cite.request, ...change })
  if (!cite.cite.authorOnly) return outputs
  const names = findNamesSpan(outputs)
  return names ? [names] : outputs
}

/** Renders a cite on its own, before cites are grouped and collapsed. */
export function renderCite(
  reference: Reference,
  request: RenderRequest,
  setting: DocumentSetting,
): RenderedCite {
  const cite = request.cite ?? { id: reference.id }
  const rendered: RenderedCite = {
    cite,
    reference,
    request,
    content: [],
    names: undefined,
    number: request.citationNumber ?? 0,
  }
  rendered.content = renderContent(rendered, setting, {})
  const names = findNamesSpan(rendered.content)
  rendered.names = names && outputText(names)
  return rendered
}
