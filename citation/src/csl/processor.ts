import type { Cite, RenderingStyle } from './cite-state.ts'
import { disambiguate } from './disambiguate.ts'
import type { Locale } from './locale.ts'
import { LocaleSource } from './locale-source.ts'
import { withLocatorLabel } from './locators.ts'
import type { Output } from './output.ts'
import { type CitationCluster, findPositions, type PositionedCite } from './positions.ts'
import { type CslRecord, type Reference, readReference } from './reference.ts'
import { renderBibliography } from './render-bibliography.ts'
import { renderCitation } from './render-citation.ts'
import type { DocumentSetting } from './rendered-cite.ts'
import { prepareStyle, someNode } from './rendering.ts'
import { toHtml } from './serialize.ts'
import { sortByKeys } from './sort.ts'
import type { CslStyle, LocaleData, SortKey } from './style-tree.ts'
import { type CslRun, toRuns, toText } from './to-runs.ts'

const FALLBACK_LOCALE = 'en-US'

/** A rendered citation or entry, in the forms in which it is printed. */
export class RenderedText {
  private readonly outputs: readonly Output[]
  private readonly locale: Locale

  constructor(outputs: readonly Output[], locale: Locale) {
    this.outputs = outputs
    this.locale = locale
  }

  /** Returns HTML as the test suite of CSL prints it. */
  html(): string {
    return toHtml(this.outputs, this.locale)
  }

  /** Returns the text without typography. */
  text(): string {
    return toText(this.outputs, this.locale)
  }

  /** Returns the text in pieces of one typography each, for DOCX. */
  runs(): CslRun[] {
    return toRuns(this.outputs, this.locale)
  }
}

/** An entry of the bibliography. */
export interface BibliographyEntry {
  id: string
  rendered: RenderedText
}

/** Citations and bibliography of a document. */
export interface RenderedDocument {
  /** One per cluster, in the order of the clusters. */
  citations: RenderedText[]
  bibliography: BibliographyEntry[]
}

/** Options of a document beyond its style and records. */
export interface ProcessorOptions {
  /** The language of the document; a style with a language of its own keeps it. */
  language?: string
  /** Locale files beside those that are built in. */
  locales?: readonly LocaleData[]
  /** Printed in place of a citation that would be empty; nothing when absent. */
  emptyCite?: string
  /** Whether all records are listed; otherwise only those that are cited. */
  listsUncited?: boolean
  /** Whether citations are printed as if each stood alone, so that none repeats another. */
  independentCitations?: boolean
}

/** A document whose references are known: renders its bibliography, and citations one by one. */
export class CslDocument {
  private readonly setting: DocumentSetting
  private readonly ordered: readonly Reference[]

  /** @param ordered the references in the order of the bibliography. */
  constructor(setting: DocumentSetting, ordered: readonly Reference[]) {
    this.setting = setting
    this.ordered = ordered
  }

  /**
   * Renders a citation; without positions as if no citation came before it.
   *
   * @param positions one per cite of a known reference; cites of others are left out.
   */
  cite(cites: readonly Cite[], positions?: readonly PositionedCite[]): RenderedText {
    const known = knownCites(cites, this.setting.references)
    const used = positions ?? findPositions([{ cites: known }], 0)[0] ?? []
    return new RenderedText(renderCitation(known, used, this.setting), this.setting.rendering.defaultLocale)
  }

  /** Renders all references in the order of the list; none where the style has no bibliography. */
  bibliography(): BibliographyEntry[] {
    return renderBibliography(this.ordered, this.setting).map(({ id, outputs, locale }) => ({
      id,
      rendered: new RenderedText(outputs, locale),
    }))
  }
}

/** Renders documents in one style. */
export class CslProcessor {
  private readonly rendering: RenderingStyle
  private readonly options: ProcessorOptions

  constructor(style: CslStyle, options: ProcessorOptions = {}) {
    const language = style.defaultLocale ?? options.language ?? FALLBACK_LOCALE
    this.rendering = prepareStyle(style, new LocaleSource(style.locales, options.locales), language)
    this.options = options
  }

  /** Returns the references in the order in which they are numbered and listed. */
  private sortReferences(references: readonly Reference[]): Reference[] {
    const keys = this.rendering.style.bibliography?.sort
    if (!keys) return [...references]
    const area = 'bibliography' as const
    const items = references.map((reference, at) => ({
      reference,
      request: { area, citationNumber: at + 1 },
    }))
    return sortByKeys(items, keys, this.rendering).map(({ reference }) => reference)
  }

  /** Numbers and distinguishes the references of a document; `ordered` are the same in the order of the list. */
  private documentSetting(references: readonly Reference[], ordered: readonly Reference[]): DocumentSetting {
    // A list in descending order of its numbers is numbered from the end.
    const isReversed = this.rendering.style.bibliography?.sort?.findLast(isNumberKey)?.descending ?? false
    const numbers = new Map(ordered.map(({ id }, at) => [id, isReversed ? ordered.length - at : at + 1]))
    const numbered = ordered.map((reference) => ({
      reference,
      citationNumber: numbers.get(reference.id) ?? 0,
    }))
    return {
      rendering: this.rendering,
      references: new Map(references.map((reference) => [reference.id, reference])),
      numbers,
      disambiguations: disambiguate(this.rendering, numbered),
      emptyCite: this.options.emptyCite ?? '',
    }
  }

  /**
   * Opens a document with all its references, which are numbered, ordered and disambiguated once.
   *
   * @param records the references; of those with equal ids, the last counts.
   */
  open(records: readonly CslRecord[]): CslDocument {
    const byId = new Map(records.map((record) => [String(record.id), record]))
    const references = [...byId.values()].map(readReference)
    const ordered = this.sortReferences(references)
    return new CslDocument(this.documentSetting(references, ordered), ordered)
  }

  /**
   * Renders the citations and the bibliography of a document.
   *
   * @param records the references; of those with equal ids, the last counts.
   * @param clusters the citations in the order of the text; cites of unknown references are left out.
   */
  render(records: readonly CslRecord[], clusters: readonly CitationCluster[]): RenderedDocument {
    const byId = new Map(records.map((record) => [String(record.id), record]))
    const known = clusters.map((cluster) => ({ ...cluster, cites: knownCites(cluster.cites, byId) }))
    const cited = new Set(known.flatMap(({ cites }) => cites.map(({ id }) => id)))
    const ids = this.options.listsUncited ? [...byId.keys()] : [...cited]
    const document = this.open(ids.flatMap((id) => byId.get(id) ?? []))
    const positions = this.positions(known)
    return {
      citations: known.map(({ cites }, at) => document.cite(cites, positions[at])),
      bibliography: document.bibliography(),
    }
  }

  /** Returns for each cluster the positions of its cites: first, subsequent, ibid. and the like. */
  private positions(clusters: readonly CitationCluster[]): PositionedCite[][] {
    const { nearNoteDistance } = this.rendering.style.citation
    if (!this.options.independentCitations) return findPositions(clusters, nearNoteDistance)
    return clusters.flatMap((cluster) => findPositions([cluster], nearNoteDistance))
  }
}

/** Returns whether a key sorts by the number of the citation. */
const isNumberKey = ({ variable, macro }: SortKey): boolean =>
  variable === 'citation-number' ||
  someNode(macro?.children ?? [], (node) => node.kind === 'text' && node.name === 'citation-number')

/** Returns the cites of known references, with the label of their locator. */
const knownCites = (cites: readonly Cite[], records: ReadonlyMap<string, unknown>): Cite[] =>
  cites.map((cite) => withLocatorLabel({ ...cite, id: String(cite.id) })).filter(({ id }) => records.has(id))
