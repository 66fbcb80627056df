import 'katex/dist/katex.min.css'
import { api, groupMarkers, lightMarkdown, lightMarkdownPlugin, withDoubleDollars } from '@scinav/contract'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import type { Components } from 'react-markdown'
import Markdown from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { useTranslator } from '../../api/outside-models.ts'
import { useWrite } from '../../api/use-write.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { ShownCitation } from '../run/run.ts'
import { CitationMarker } from '../sources/citation-marker.tsx'
import { insertTokens } from './citation-tokens.ts'
import styles from './markdown.module.css'
import { remarkBlockLanguage, remarkCitationMarkers, remarkQuotes, remarkTables } from './remark-plugins.ts'

interface Props {
  /** In Markdown, with `[n]` where a citation stands. */
  text: string
  citations: readonly ShownCitation[]
  onOpen: (citation: ShownCitation) => void
  /** Redacts the statement behind an unsupported marker. */
  onRedact?: ((citation: ShownCitation) => void) | undefined
  /** Whether the answer consists of quotes: then each is set apart, with its paper below it. */
  quotes?: boolean
}

/**
 * Renders an answer's Markdown. Safe by construction: HTML is dropped, images become links, only web addresses are
 * links, and formulas may neither link nor load anything.
 */
export function AnswerMarkdown({ text, citations, onOpen, onRedact, quotes = false }: Props) {
  return (
    <div className={styles.text}>
      <CitationContext value={{ citations, onOpen, onRedact }}>
        <Markdown
          remarkPlugins={quotes ? QUOTE_PLUGINS : REMARK_PLUGINS}
          rehypePlugins={[[rehypeKatex, KATEX_OPTIONS]]}
          urlTransform={sanitizeUrl}
          components={markdownComponents}
        >
          {/* From the inside out: citations become tokens, formulas get `$$`, and light Markdown is completed. */}
          {lightMarkdown(withDoubleDollars(insertTokens(text, citations), substituteEnvironments))}
        </Markdown>
      </CitationContext>
    </div>
  )
}

/** Formulas cannot link or load anything, expand at most 200 macros, and draw nothing larger than 10 em. */
const KATEX_OPTIONS = { trust: false, maxExpand: 200, maxSize: 10, strict: 'ignore' }

/**
 * Environments that KaTeX lacks, each with one that sets the same formula and the columns that its `\begin` states:
 * `\begin{eqnarray}` becomes `\begin{array}{rcl}`.
 */
const KATEX_ENVIRONMENTS = new Map([
  ['multline', ['gather*', '']],
  ['flalign', ['align*', '']],
  ['eqnarray', ['array', '{rcl}']],
])
const LACKING_ENVIRONMENT = /\\(begin|end)\{(multline|flalign|eqnarray)\*?\}/g

/** Replaces environments that KaTeX lacks by similar ones. */
const substituteEnvironments = (tex: string): string =>
  tex.replaceAll(LACKING_ENVIRONMENT, (command, edge: string, name: string) => {
    const [substitute, columns] = KATEX_ENVIRONMENTS.get(name) ?? []
    return substitute === undefined ? command : `\\${edge}{${substitute}}${edge === 'begin' ? columns : ''}`
  })

const REMARK_PLUGINS: ComponentProps<typeof Markdown>['remarkPlugins'] & object = [
  remarkGfm,
  remarkCjkFriendly,
  [remarkMath, { singleDollarTextMath: false }],
  lightMarkdownPlugin,
  remarkBlockLanguage,
  remarkCitationMarkers,
  remarkTables,
]
/** The plugins for text with quotes. */
const QUOTE_PLUGINS = [...REMARK_PLUGINS, remarkQuotes]

/** The citations that the markers of the text refer to. */
const CitationContext = createContext<Pick<Props, 'citations' | 'onOpen' | 'onRedact'>>({
  citations: [],
  onOpen: () => undefined,
})

/**
 * Renders a `span` of the tree: the actions on quotes (`data-quoted`), a citation marker (`data-cite`), or a plain one,
 * such as a formula. Declared at the top level rather than inline: a new component type in every render would remount
 * the marker being pointed at.
 */
function Span({ 'data-cite': cited, 'data-quoted': quoted, node: _node, ...rest }: SpanProps) {
  const { citations, onOpen } = useContext(CitationContext)
  const citationsAt = (indexes: string | undefined) =>
    indexes?.split(' ').flatMap((index) => citations[Number(index)] ?? [])
  const quotes = citationsAt(quoted)
  if (quotes) return <QuoteActions quotes={quotes} onOpen={onOpen} />
  const [first, ...others] = citationsAt(cited) ?? []
  if (first) return <CitationMarker citations={[first, ...others]} onOpen={onOpen} />
  return <span {...(rest.className === 'katex-display' && scrollable('公式'))} {...rest} />
}

/** Returns the attributes that let an element wider than the column be scrolled with the keyboard too. */
const scrollable = (name: string) => ({ role: 'group', tabIndex: 0, 'aria-label': name })

/** Renders a `div` of the tree: the unsupported citations of a block (`data-cited`), or a plain one. */
function Div({ 'data-cited': cited, node: _node, ...rest }: DivProps) {
  const { citations, onOpen, onRedact } = useContext(CitationContext)
  if (cited === undefined) return <div {...rest} />
  const blockCitations = cited.split(' ').flatMap((index) => citations[Number(index)] ?? [])
  return <DoubtfulMarkers citations={blockCitations} onOpen={onOpen} onRedact={onRedact} />
}

// The attributes that `remark-plugins.ts` sets: indexes of citations, separated by spaces.
type DivProps = ComponentProps<'div'> & { 'data-cited'?: string; node?: unknown }
type SpanProps = ComponentProps<'span'> & { 'data-cite'?: string; 'data-quoted'?: string; node?: unknown }

/** Returns web addresses unchanged and `''` for all other URLs. */
const sanitizeUrl = (url: string): string => (/^https?:\/\//i.test(url) && URL.canParse(url) ? url : '')

/** Renders a link to another site, marked as such; plain text without an address. */
function ExternalLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href) return <span>{children}</span>
  return (
    <a className={styles.out} href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
      <Icon name="external" size={12} />
      <span className="sr-only">（站外链接）</span>
    </a>
  )
}

/** The components that render elements of Markdown. */
const markdownComponents: Components = {
  span: Span,
  div: Div,
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // Never loaded, because requesting an image would leak to its author that the answer was read.
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : undefined}>图片：{alt || '无说明'}</ExternalLink>
  ),
  pre: ({ node: _node, ...rest }) => <pre {...scrollable('代码')} {...rest} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too
    <section className={styles.wide} aria-label="表格" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
}

interface DoubtfulMarkersProps {
  /** All citations of one block of an answer. */
  citations: readonly ShownCitation[]
  onOpen: (citation: ShownCitation) => void
  /** Absent while the answer is being written. */
  onRedact?: ((citation: ShownCitation) => void) | undefined
}

/**
 * Lists, below a block, the citations that do not support their statement; a symbol at the marker is easily
 * overlooked.
 */
function DoubtfulMarkers({ citations, onOpen, onRedact }: DoubtfulMarkersProps) {
  const doubtful = groupMarkers(citations.filter(({ support }) => support === 'unsupported')).map(
    ([first]) => first,
  )
  if (doubtful.length === 0) return null
  return (
    <div className={styles.doubts} role="note">
      <Icon name="warning" size={16} />
      <div>
        {doubtful.map((citation) => (
          <p key={citation.start}>
            {doubtful.length === 1 ? '原文不支持这里的说法' : `原文不支持带 [${citation.n}] 的说法`}
            {faultText(citation)}。
            <LinkButton name="看原句" onPress={() => onOpen(citation)} />
            {onRedact && <LinkButton name="删去这半句" onPress={() => onRedact(citation)} />}
          </p>
        ))}
      </div>
    </div>
  )
}

/** Returns what is at fault in a claim, after a colon; empty when that is unknown. */
function faultText({ check: { fault, missing } }: ShownCitation): string {
  if (fault) return `：「${fault}」`
  return missing.length > 0 ? `：没有提到 ${missing.join('、')}` : ''
}

interface QuoteActionsProps {
  /** Quotes of one paper, in text order. */
  quotes: readonly ShownCitation[]
  onOpen: (citation: ShownCitation) => void
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Renders the actions on quotes: opening their source, and translating foreign ones into Chinese where a model is
 * available.
 */
function QuoteActions({ quotes, onOpen }: QuoteActionsProps) {
  const [first] = quotes
  const text = quotes.map(({ quote }) => quote).join('\n')
  const isForeign = !HAN_CHARACTER.test(text)
  const hasModel = useTranslator(isForeign)
  const { mutateAsync, data: answer, isPending } = useWrite(api.translate.paper)
  if (!first) return null
  return (
    <span className={styles.quoteActions}>
      <LinkButton name="查看出处" label={`查看出处：${first.title}`} onPress={() => onOpen(first)} />
      {isForeign && hasModel && !answer?.success && (
        <LinkButton
          name={isPending ? '正在翻译' : '翻译'}
          onPress={() => void mutateAsync({ text, fields: [], target: 'zh' })}
        />
      )}
      {answer?.success && <span className={styles.translated}>{answer.data.text}</span>}
      {answer && !answer.success && <span>没有翻译：{answer.message}</span>}
    </span>
  )
}
