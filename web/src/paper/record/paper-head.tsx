import { useNavigate } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { readingAddress } from '../addresses.ts'
import { Highlighted } from '../highlight/highlighted.tsx'
import { useQuickKeep } from '../keep/use-quick-keep.ts'
import { langOf, type Paper, pdfAddress, publisherAddress } from '../paper.ts'
import { citePapers, exportPapers, findFullText } from '../paper-action.state.ts'
import { PaperFacts } from '../rows/paper-facts.tsx'
import { TranslateButton, Translation, useTranslation } from '../rows/translation.tsx'
import styles from './paper-drawer.module.css'

/** Renders the head of a paper's record: title, main facts, a warning where one was published, and the actions. */
export function PaperHead({ paper }: { paper: Paper }) {
  const pdf = pdfAddress(paper)
  const page = publisherAddress(paper)
  const translation = useTranslation(paper)
  const keep = useQuickKeep()
  const navigate = useNavigate()
  return (
    <div className={styles.head}>
      <h3 className={styles.title} lang={langOf(paper.title, paper.language)}>
        <Highlighted text={paper.title} />
      </h3>
      {paper.title_zh && (
        <p className={styles.quiet} lang="zh">
          <Highlighted text={paper.title_zh} />
        </p>
      )}
      <PaperFacts paper={paper} />
      <StateNotice paper={paper} />
      <div className={styles.actions}>
        {pdf && (
          <OutsideLink to={pdf} icon="file">
            PDF
          </OutsideLink>
        )}
        {page && <OutsideLink to={page}>原文页面</OutsideLink>}
        <QuietButton icon="book" onPress={() => void navigate(readingAddress({ paper_id: paper.id }))}>
          阅读
        </QuietButton>
        <QuietButton icon="robot" onPress={() => useHomeState.setState({ summaryDrawerOpen: true })}>
          AI 解读
        </QuietButton>
        <QuietButton icon="library" onPress={() => findFullText(paper.id)}>
          查找全文
        </QuietButton>
        <QuietButton icon="quote" onPress={() => citePapers([paper.id])}>
          引用
        </QuietButton>
        <QuietButton
          icon={paper.dataset_ids.length > 0 ? 'bookmarked' : 'bookmark'}
          pressed={paper.dataset_ids.length > 0}
          onPress={() => keep(paper)}
        >
          {paper.dataset_ids.length > 0 ? `已在 ${paper.dataset_ids.length} 个清单` : '收藏'}
        </QuietButton>
        <QuietButton icon="export" onPress={() => exportPapers([paper.id])}>
          导出
        </QuietButton>
        <TranslateButton paper={paper} translation={translation} />
      </div>
      <Translation translation={translation} />
    </div>
  )
}

/** The warning about a paper, by its status. */
const notices: Partial<Record<Paper['status'], string>> = {
  retracted: '这篇文献已被撤稿。引用前请核对撤稿声明。',
  corrected: '这篇文献发表过更正。引用前请核对更正内容。',
  concern: '期刊对这篇文献发表过关注声明。引用前请核对。',
}

/** Renders a warning about a paper, with the date of the notice and a link to it where they are known. */
function StateNotice({ paper: { status, status_notice } }: { paper: Paper }) {
  const text = notices[status]
  if (!text) return null
  return (
    <Notice
      tone={status === 'retracted' ? 'bad' : 'warning'}
      action={status_notice?.url && <OutsideLink to={status_notice.url}>查看声明</OutsideLink>}
    >
      {text}
      {status_notice?.date && `声明日期 ${status_notice.date}。`}
    </Notice>
  )
}
