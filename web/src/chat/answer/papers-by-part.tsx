import { api } from '@scinav/contract'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { searchAddress, usePaperAddress } from '../../paper/addresses.ts'
import { authorsOf, langOf, type Paper, printedName, yearOf } from '../../paper/paper.ts'
import { formatCount } from '../../ui/figures.ts'
import { useResearch } from '../start/use-start.ts'
import styles from './answer.module.css'

/** Minimum number of papers for a report; with fewer, no research is offered. */
const MIN_REPORT_PAPERS = 3

/** Renders, when the library has nothing on the question as a whole, the papers on its parts and ways to continue. */
export function PapersByPart({ question }: { question: string }) {
  const { data } = useRead(api.tools.papersByPart, { question })
  const { searchOf } = usePaperAddress()
  const research = useResearch()
  // An optional addition: while it loads, or when it cannot be loaded, nothing is shown.
  if (!data) return null
  const { library, parts } = data
  return (
    <section className={styles.parts} aria-label="只涉及其中一部分的本馆文献">
      {parts.length > 0 && <h3>只涉及其中一部分的本馆文献</h3>}
      <ul>
        {parts.map(({ words, total, papers }) => (
          <li key={words} className={styles.part}>
            <div className={styles.head}>
              <Link to={searchAddress(words)}>{words}</Link>
              <span>{formatCount(total)} 篇</span>
              {research && total >= MIN_REPORT_PAPERS && (
                <button type="button" onClick={() => research({ question: words })}>
                  就此深度研究
                </button>
              )}
            </div>
            <ul>
              {papers.map((paper) => (
                <li key={paper.id}>
                  <Link to={searchOf(paper.id)} lang={langOf(paper.title, paper.language)}>
                    {paper.title}
                  </Link>
                  <span>{paperFacts(paper)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p>
        {parts.length > 0 ? '它们只涉及一部分，没有当作依据。' : '本馆文献中没有专门讨论问题里这些术语的。'}
        本馆文献现有 {formatCount(library)}{' '}
        篇；把手头的文献传进知识库，或由管理员用「文献导入」收进题录，就能查到更多。
      </p>
    </section>
  )
}

/** Formats the facts of a paper: 「注意力就是你所需要的一切，Ashish Vaswani 等，2017」. */
function paperFacts(paper: Paper): string {
  const [first, ...others] = authorsOf(paper)
  const name = first && `${printedName(paper, first)}${others.length > 0 ? ' 等' : ''}`
  return [paper.title_zh, name, yearOf(paper)].filter(Boolean).join('，')
}
