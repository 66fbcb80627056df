import { checkExpansion } from './check-expansion.ts'
import { NodeCompiler } from './compile-nodes.ts'
import { readNameOptions, readStyled } from './node-attributes.ts'
import { readLocaleElement } from './read-locale.ts'
import { StyleFault } from './style-fault.ts'
import type { BibliographyArea, CitationArea, CslStyle, Layout, NameOptions, SortKey } from './style-tree.ts'
import { childNamed, childrenNamed, readXml, type XmlElement } from './xml.ts'

/**
 * Reads, checks and compiles a CSL 1.0.2 style; of CSL-M, layouts by language and several conditions are understood.
 *
 * Source: Citation Style Language 1.0.2, specification.
 *
 * @throws StyleFault with a reason in Chinese, for anything that is not a usable style.
 */
export function readStyle(xml: string): CslStyle {
  const root = readXml(xml)
  checkRoot(root)
  const info = childNamed(root, 'info')
  const compiler = new NodeCompiler(readMacros(root))
  const citation = childNamed(root, 'citation')
  if (!citation) throw new StyleFault('样式缺少 citation')
  const bibliography = childNamed(root, 'bibliography')
  const { attributes } = root
  const style: CslStyle = {
    id: (info && childNamed(info, 'id')?.text.trim()) ?? '',
    title: (info && childNamed(info, 'title')?.text.replace(/\s+/g, ' ').trim()) ?? '',
    kind: attributes.class === 'note' ? 'note' : 'in-text',
    citationFormat: info?.children
      .map((child) => (child.name === 'category' ? child.attributes['citation-format'] : undefined))
      .find((format) => format !== undefined),
    defaultLocale: attributes['default-locale'],
    options: readNameOptions(root),
    demoteParticle: asDemotion(attributes['demote-non-dropping-particle']),
    initializeWithHyphen: attributes['initialize-with-hyphen'] !== 'false',
    pageRangeFormat: attributes['page-range-format'],
    locales: childrenNamed(root, 'locale').map(readLocaleElement),
    citation: readCitation(citation, compiler),
    bibliography: bibliography && readBibliography(bibliography, compiler),
  }
  checkExpansion(style)
  return style
}

/**
 * Checks the root element of a style.
 *
 * @throws StyleFault when the file is no independent style of a supported version.
 */
function checkRoot(root: XmlElement): void {
  if (root.name === 'locale') throw new StyleFault('这是语言文件（locale），不是样式')
  if (root.name !== 'style') throw new StyleFault('文件不是 CSL 样式：根元素应当是 style')
  const version = root.attributes.version ?? ''
  if (version.startsWith('0.')) throw new StyleFault(`样式的版本是 CSL ${version}，只支持 CSL 1.0 及以上`)
  const parent = childrenNamed(childNamed(root, 'info') ?? root, 'link').find(
    (link) => link.attributes.rel === 'independent-parent',
  )
  if (parent && !childNamed(root, 'citation'))
    throw new StyleFault(`这是从属样式，请改为上传它依据的样式：${parent.attributes.href ?? ''}`)
}

/**
 * Returns the macros of a style by their names.
 *
 * @throws StyleFault when a name is missing or occurs twice.
 */
function readMacros(root: XmlElement): Map<string, XmlElement> {
  const macros = new Map<string, XmlElement>()
  for (const macro of childrenNamed(root, 'macro')) {
    const { name } = macro.attributes
    if (name === undefined) throw new StyleFault('样式里有一个宏没有名称')
    if (macros.has(name)) throw new StyleFault(`样式的宏“${name}”定义了两次`)
    macros.set(name, macro)
  }
  return macros
}

/** Reads `demote-non-dropping-particle`: when the particle moves behind the given name, as in `Gogh, Vincent van`. */
const asDemotion = (value: string | undefined): CslStyle['demoteParticle'] =>
  value === 'never' || value === 'sort-only' ? value : 'display-and-sort'

/** Number of notes within which a source counts as cited nearby, where the style gives none (CSL 1.0.2). */
const DEFAULT_NEAR_NOTE_DISTANCE = 5

/** Reads `citation`, which prints the citations in a text or its notes. */
function readCitation(area: XmlElement, compiler: NodeCompiler): CitationArea {
  const { attributes } = area
  const distance = Number.parseInt(attributes['near-note-distance'] ?? '', 10)
  return {
    options: readNameOptions(area),
    sort: readSort(area, compiler),
    layouts: readLayouts(area, compiler),
    addNames: attributes['disambiguate-add-names'] === 'true',
    addGivenName: attributes['disambiguate-add-givenname'] === 'true',
    addYearSuffix: attributes['disambiguate-add-year-suffix'] === 'true',
    givenNameRule: attributes['givenname-disambiguation-rule'] ?? 'by-cite',
    collapse: attributes.collapse,
    citeGroupDelimiter: attributes['cite-group-delimiter'],
    yearSuffixDelimiter: attributes['year-suffix-delimiter'],
    afterCollapseDelimiter: attributes['after-collapse-delimiter'],
    nearNoteDistance: Number.isInteger(distance) ? distance : DEFAULT_NEAR_NOTE_DISTANCE,
  }
}

/** Reads the keys by which the entries of an area are sorted; undefined for an area without `sort`. */
function readSort(area: XmlElement, compiler: NodeCompiler): SortKey[] | undefined {
  const sort = childNamed(area, 'sort')
  if (!sort) return undefined
  return childrenNamed(sort, 'key').map(({ attributes }): SortKey => {
    const options: NameOptions = {}
    // The sort key has its own limits of names, under other attributes than those of printed names.
    const namesMin = Number.parseInt(attributes['names-min'] ?? '', 10)
    const useFirst = Number.parseInt(attributes['names-use-first'] ?? '', 10)
    if (namesMin > 0) options['et-al-min'] = namesMin
    if (useFirst > 0) options['et-al-use-first'] = useFirst
    const useLast = attributes['names-use-last']
    if (useLast !== undefined) options['et-al-use-last'] = useLast === 'true'
    return {
      variable: attributes.variable,
      macro: attributes.macro === undefined ? undefined : compiler.macro(attributes.macro),
      descending: attributes.sort === 'descending',
      options,
    }
  })
}

/**
 * Reads the layouts of an area: one, or in CSL-M one for each group of languages.
 *
 * @throws StyleFault when there is none.
 */
function readLayouts(area: XmlElement, compiler: NodeCompiler): Layout[] {
  const layouts = childrenNamed(area, 'layout').map((layout): Layout => {
    const { locale = '', delimiter = '' } = layout.attributes
    return {
      ...readStyled(layout),
      locales: locale.split(/\s+/).filter((language) => language !== ''),
      delimiter,
      children: compiler.nodes(layout.children),
    }
  })
  if (layouts.length === 0) throw new StyleFault('样式缺少 layout')
  return layouts
}

/** Reads `bibliography`, which prints the list of references. */
function readBibliography(area: XmlElement, compiler: NodeCompiler): BibliographyArea {
  const { attributes } = area
  const align = attributes['second-field-align']
  return {
    options: readNameOptions(area),
    sort: readSort(area, compiler),
    layouts: readLayouts(area, compiler),
    hangingIndent: attributes['hanging-indent'] === 'true',
    secondFieldAlign: align === 'flush' || align === 'margin' ? align : undefined,
    subsequentAuthorSubstitute: attributes['subsequent-author-substitute'],
    subsequentAuthorRule: attributes['subsequent-author-substitute-rule'] ?? 'complete-all',
  }
}
