import {
  type Cite,
  type CitePosition,
  type Disambiguation,
  type GivenLevels,
  noDisambiguation,
  type RenderingStyle,
  type RenderState,
} from './cite-state.ts'
import type { Locale } from './locale.ts'
import type { LocaleSource } from './locale-source.ts'
import type { Output } from './output.ts'
import type { Reference } from './reference.ts'
import { renderNodes } from './render-node.ts'
import type { CslStyle, Layout, StyleNode } from './style-tree.ts'

/** Returns the layout that names a language (CSL-M), else the one without languages, else the last. */
export function layoutFor(layouts: readonly Layout[], language: string): Layout | undefined {
  const matching = layouts.find(
    ({ locales }) =>
      language !== '' &&
      locales.some((candidate) => primaryLanguage(candidate) === primaryLanguage(language)),
  )
  return matching ?? layouts.findLast(({ locales }) => locales.length === 0) ?? layouts.at(-1)
}

/** Returns the language without its region: `en` of `en-GB`. */
const primaryLanguage = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? ''

/** What decides a rendering besides the reference; the fields are those of `RenderState`. */
export interface RenderRequest {
  area: RenderState['area']
  cite?: Cite
  position?: CitePosition
  isNearNote?: boolean
  firstNote?: number | undefined
  citationNumber?: number
  disambiguation?: Disambiguation | undefined
  givenLevels?: GivenLevels | undefined
  omitsFirstNames?: boolean
  onlyYearSuffix?: boolean
  isComparison?: boolean
}

/** Returns a state to render a reference with. Rendering changes it, so that every rendering needs a new one. */
export function newState(
  rendering: RenderingStyle,
  reference: Reference,
  layout: Layout | undefined,
  request: RenderRequest,
): RenderState {
  return {
    rendering,
    area: request.area,
    isComparison: request.isComparison ?? false,
    isSortKey: false,
    locale: localeOf(layout, rendering),
    reference,
    cite: request.cite ?? { id: reference.id },
    position: request.position ?? 'first',
    isNearNote: request.isNearNote ?? false,
    firstNote: request.firstNote,
    citationNumber: request.citationNumber ?? 0,
    disambiguation: request.disambiguation ?? noDisambiguation(),
    givenLevels: request.givenLevels,
    keyOptions: {},
    omitsFirstNames: request.omitsFirstNames ?? request.cite?.suppressAuthor ?? false,
    onlyYearSuffix: request.onlyYearSuffix ?? false,
    suppressedVariables: new Set(),
    printedVariables: undefined,
    requestedCount: 0,
    filledCount: 0,
    nameLists: [],
    conditionsSeen: 0,
    hasYearSuffix: false,
  }
}

/** Returns the locale whose terms a layout prints. */
function localeOf(layout: Layout | undefined, rendering: RenderingStyle): Locale {
  const [language] = layout?.locales ?? []
  return language === undefined ? rendering.defaultLocale : rendering.locales.get(language)
}

/** A reference rendered by a layout, without the affixes of the layout. */
export interface Rendering {
  outputs: Output[]
  state: RenderState
  layout: Layout | undefined
}

/** Renders a reference by the layout of the citation or bibliography for its language; no outputs without a layout. */
export function renderReference(
  rendering: RenderingStyle,
  reference: Reference,
  request: RenderRequest,
): Rendering {
  const { style } = rendering
  const area = request.area === 'bibliography' ? style.bibliography : style.citation
  const layout = layoutFor(area?.layouts ?? [], reference.language)
  const state = newState(rendering, reference, layout, request)
  return { outputs: renderNodes(layout?.children ?? [], state), state, layout }
}

/** Returns whether one of the elements, or one inside them or their macros, satisfies a test. */
export function someNode(nodes: readonly StyleNode[], test: (node: StyleNode) => boolean): boolean {
  return nodes.some((node) => test(node) || someNode(childNodes(node), test))
}

/** Returns the elements directly within an element; of a call of a macro, those of the macro. */
function childNodes(node: StyleNode): readonly StyleNode[] {
  if (node.kind === 'text') return node.macro?.children ?? []
  if (node.kind === 'group') return node.children
  if (node.kind === 'names') return node.substitute
  return node.kind === 'choose' ? node.branches.flatMap((branch) => branch.children) : []
}

/** Prepares a style for rendering with the terms of a locale. */
export function prepareStyle(style: CslStyle, locales: LocaleSource, language: string): RenderingStyle {
  return {
    style,
    locales,
    defaultLocale: locales.get(language),
    hasYearSuffixText: {
      citation: hasYearSuffixText(style.citation.layouts),
      bibliography: hasYearSuffixText(style.bibliography?.layouts),
    },
  }
}

const hasYearSuffixText = (layouts: readonly Layout[] | undefined): boolean =>
  (layouts ?? []).some((layout) => someNode(layout.children, isYearSuffix))

/** Returns whether an element prints the year suffix itself, or the label (`Ness01a`) that contains it. */
const isYearSuffix = (node: StyleNode): boolean =>
  node.kind === 'text' &&
  node.from === 'variable' &&
  (node.name === 'year-suffix' || node.name === 'citation-label')
