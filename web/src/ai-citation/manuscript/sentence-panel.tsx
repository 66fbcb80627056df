import { useState } from 'react'
import { Link } from 'react-router'
import { usePaperAddress } from '../../paper/addresses.ts'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf, sourceNameOf, typeName, yearOf } from '../../paper/paper.ts'
import { PaperPicker } from '../../paper/rows/paper-picker.tsx'
import { StatusMark } from '../../paper/rows/status-mark.tsx'
import { warnings } from '../../paper/warnings.ts'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './manuscript.module.css'
import {
  addCitedPaper,
  citeCandidate,
  removeCitedPaper,
  replaceCitedPapers,
  useManuscript,
} from './manuscript.state.ts'
import type { Candidate, CitedPaper, Sentence } from './manuscript.ts'
import { markCitationUnneeded, matchExcludedSentence } from './match-sentences.ts'

/** Number of words shared with the sentence, and of authors, that a card shows. */
const MAX_SHARED_WORDS = 5
const MAX_AUTHORS = 3

/** The `max` of a picker that accepts any number of papers. */
const UNLIMITED = 0

/** The names of the results of the search for a sentence. */
const decisionNames = { strong: '强', candidates: '候选', none: '未找到合适文献' }

/** Renders the candidates for the selected sentence, and the decisions on it. */
export function SentencePanel() {
  const { text, sentences, current } = useManuscript()
  const sentence = current === undefined ? undefined : sentences[current]
  if (!sentence || current === undefined)
    return (
      <aside className={styles.panel} aria-label="这一句的文献">
        <p className={styles.quiet}>点一句话，看它的候选文献和原句；也可以按 j、k 逐句查看。</p>
      </aside>
    )
  const sentenceText = text.slice(sentence.start, sentence.end)
  return (
    <aside className={styles.panel} aria-label="这一句的文献">
      <h2>这一句</h2>
      <p className={styles.shown} lang={langOf(sentenceText)}>
        {sentenceText}
      </p>
      <SentencePapers key={current} at={current} sentence={sentence} />
    </aside>
  )
}

/** Renders the papers at the sentence with the index `at`: those it cites beside the proposal, then the proposal. */
function SentencePapers({ at, sentence }: { at: number; sentence: Sentence }) {
  const [isSearching, setSearching] = useState(false)
  const { need, reason, found, cited } = sentence
  const candidateIds = new Set(found?.candidates.map(({ paper }) => paper.id))
  const others = cited.filter(({ id }) => !candidateIds.has(id))
  return (
    <>
      <p className={styles.why} role="status">
        {decisionReason(sentence)}
      </p>
      {others.map((paper) => (
        <PaperCard key={paper.id} at={at} sentence={sentence} paper={paper} />
      ))}
      {need === 'yes' &&
        found?.candidates.map((candidate) => (
          <PaperCard
            key={candidate.paper.id}
            at={at}
            sentence={sentence}
            paper={candidate.paper}
            candidate={candidate}
          />
        ))}
      <div className={styles.row}>
        <button type="button" className={styles.link} onClick={() => setSearching((now) => !now)}>
          {isSearching ? '不检索了' : '自己检索一篇…'}
        </button>
        {need === 'yes' ? (
          <button type="button" className={styles.link} onClick={() => markCitationUnneeded(at)}>
            这句不需要出处
          </button>
        ) : (
          <button type="button" className={styles.link} onClick={() => void findReferences(at)}>
            {need === 'cited' ? '再找一篇出处' : '这句需要出处'}
          </button>
        )}
      </div>
      {need !== 'yes' && <p className={styles.quiet}>{reason}</p>}
      {isSearching && <OwnSearch at={at} cited={cited} />}
    </>
  )
}

/** Looks for references for a sentence that the rules excluded, and shows why when that fails. */
async function findReferences(at: number): Promise<void> {
  const problem = await matchExcludedSentence(at)
  if (problem !== undefined) toast(`没有查到：${problem}`, { tone: 'bad' })
}

/** Returns in words what was found for a sentence and why, or that the search is not over. */
function decisionReason({ need, reason, found }: Sentence): string {
  if (need !== 'yes') return '没有查找出处'
  if (!found) return `${reason}；正在查找…`
  return `${decisionNames[found.decision]}：${found.why}`
}

interface CardProps {
  /** Index of the sentence. */
  at: number
  sentence: Sentence
  paper: CitedPaper
  /** When absent, the user found the paper. */
  candidate?: Candidate | undefined
}

/** Renders a paper with the quote that speaks for it, and the actions that cite it at the sentence. */
function PaperCard({ at, sentence, paper, candidate }: CardProps) {
  const { searchOf } = usePaperAddress()
  const nameOf = useEngineNames()
  const warning = warnings[paper.status]
  const outside = candidate?.outside
  return (
    <article className={styles.paper}>
      <h3 lang={langOf(paper.title)}>
        {outside || candidate?.own ? (
          <Highlighted text={paper.title} />
        ) : (
          <Link to={{ search: searchOf(paper.id) }}>
            <Highlighted text={paper.title} />
          </Link>
        )}
      </h3>
      <p className={styles.quiet}>{paperSummary(paper)}</p>
      {outside && (
        <p className={styles.quiet}>
          本馆文献中没有，来自 {outside.engines.map(nameOf).join('、')}；采纳时收入本馆文献
        </p>
      )}
      {candidate?.own && <p className={styles.quiet}>本馆文献中没有，来自您给的题录</p>}
      {candidate && <blockquote lang={langOf(candidate.quote)}>{candidate.quote}</blockquote>}
      {candidate && candidate.said.length > 0 && (
        <p className={styles.quiet}>说到 {candidate.said.slice(0, MAX_SHARED_WORDS).join('、')}</p>
      )}
      {warning && (
        <Notice
          tone="warning"
          action={<StatusMark status={paper.status} status_notice={paper.status_notice ?? null} />}
        >
          {warning}
        </Notice>
      )}
      <CardActions at={at} sentence={sentence} paper={paper} candidate={candidate} />
    </article>
  )
}

/** Renders the buttons that cite a paper, or take its citation back. */
function CardActions({ at, sentence: { cited }, paper, candidate }: CardProps) {
  const accept = (cite: typeof addCitedPaper) =>
    candidate ? void citeCandidate(at, candidate, cite) : cite(at, paper)
  const isCited = cited.some(({ id }) => id === paper.id)
  if (isCited)
    return (
      <div className={styles.row}>
        <span className={styles.taken}>已采纳</span>
        <button type="button" className={styles.link} onClick={() => removeCitedPaper(at, paper.id)}>
          不引
        </button>
      </div>
    )
  if (cited.length === 0)
    return (
      <div className={styles.row}>
        <ActionButton name="采纳" onPress={() => accept(addCitedPaper)} />
      </div>
    )
  return (
    <div className={styles.row}>
      <button type="button" className={styles.link} onClick={() => accept(replaceCitedPapers)}>
        改用这篇
      </button>
      <button type="button" className={styles.link} onClick={() => accept(addCitedPaper)}>
        也引这篇
      </button>
    </div>
  )
}

/** Returns authors, source, year and type of a paper in one line. */
const paperSummary = (paper: CitedPaper): string =>
  [
    paper.authors_short.slice(0, MAX_AUTHORS).join('，') +
      (paper.authors_short.length > MAX_AUTHORS ? ' 等' : ''),
    sourceNameOf(paper),
    yearOf(paper),
    typeName(paper.resource_type),
  ]
    .filter(Boolean)
    .join(' · ')

/** Renders a search for papers to cite. */
function OwnSearch({ at, cited }: { at: number; cited: readonly CitedPaper[] }) {
  return (
    <PaperPicker
      label="自己检索的文献"
      max={UNLIMITED}
      papers={cited}
      onChange={(papers) => {
        const chosen = new Set(papers.map(({ id }) => id))
        for (const { id } of cited) if (!chosen.has(id)) removeCitedPaper(at, id)
        for (const paper of papers)
          if (!cited.some(({ id }) => id === paper.id)) addCitedPaper(at, toCitedPaper(paper))
      }}
    />
  )
}

/** Converts a paper chosen by its title to a cited paper; its other fields are unknown until the list is formatted. */
const toCitedPaper = ({ id, title }: { id: string; title: string }): CitedPaper => ({
  id,
  title,
  title_zh: null,
  authors_short: [],
  publish_date: null,
  basic_sourcename: null,
  source_name: null,
  resource_type: 1,
  language: null,
  status: 'normal',
  status_notice: null,
})
