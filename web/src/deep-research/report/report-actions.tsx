import { api, type ResearchReport } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { exportPapers, openKeepDialog } from '../../paper/paper-action.state.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './report.module.css'

const StyledExport = lazyPart(() => import('../../paper/cite/styled-export.tsx').then((m) => m.StyledExport))
const SharePanel = lazyPart(() => import('./share-panel.tsx').then((m) => m.SharePanel))

/** Names of the formats in which a report can be saved. */
const exportFormats = { docx: 'Word', md: 'Markdown', html: '网页', bibtex: 'BibTeX（参考文献）' } as const
/** A format of an export. */
type ExportFormat = keyof typeof exportFormats

/** Renders the actions on the whole report: export, print, share, and keep its sources. */
export function ReportActions({ report }: { report: ResearchReport }) {
  const [isSharing, setSharing] = useState(false)
  const [isStyling, setStyling] = useState(false)
  const shared = useRead(api.deepResearch.shared, { kind: 'report', id: report.report_id })
  const sources = useSaveSources(report)
  const cited = [...new Set(report.references.flatMap(({ paper_id }) => paper_id ?? []))]
  return (
    <div className={styles.actions}>
      <MenuButton
        label="导出报告"
        button={
          <span className={styles.opener}>
            <Icon name="export" size={16} />
            导出
          </span>
        }
        actions={[
          ...(Object.keys(exportFormats) as ExportFormat[]).map((format) => ({
            name: exportFormats[format],
            icon: 'file' as const,
            run: () => void downloadReport(report, format),
          })),
          ...(report.references.length > 0
            ? [{ name: '按引用格式导出…', icon: 'quote' as const, run: () => setStyling(true) }]
            : []),
          ...(cited.length > 0
            ? [
                {
                  name: '参考文献的其他格式',
                  icon: 'quote' as const,
                  startsGroup: true,
                  run: () => exportPapers(cited),
                },
              ]
            : []),
        ]}
      />
      <QuietButton icon="print" onPress={() => print()}>
        打印
      </QuietButton>
      {shared.data?.allowed && (
        <QuietButton icon="external" onPress={() => setSharing(true)}>
          {shared.data.share ? '正在分享' : '分享'}
        </QuietButton>
      )}
      {cited.length > 0 && (
        <QuietButton
          icon="bookmark"
          label={`收藏文献：引用的 ${cited.length} 篇`}
          onPress={() => openKeepDialog(cited)}
        >
          收藏文献
        </QuietButton>
      )}
      {sources.papers.length > 0 && (
        <QuietButton
          icon="library"
          label={`存为知识库：读到的 ${sources.papers.length} 篇`}
          onPress={() => !sources.isSaving && void sources.save()}
        >
          存为知识库
        </QuietButton>
      )}
      {isStyling && (
        <Suspense>
          <StyledExport
            what="报告"
            save={(format, style) => downloadReport(report, format, style)}
            onClose={() => setStyling(false)}
          />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <SharePanel report_id={report.report_id} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Downloads a report in a format, with its citations in a style if one is given; returns whether that succeeded. */
async function downloadReport(
  { report_id, title }: ResearchReport,
  format: ExportFormat,
  style?: string,
): Promise<boolean> {
  const answer = await callFile(api.chat.download, { report_id, format, ...(style && { style }) })
  if (!answer.success) toast(`没有导出：${answer.message}`, { tone: 'bad' })
  else if (answer.data) saveFile(answer.data, `${fileName(title)}.${format === 'bibtex' ? 'bib' : format}`)
  return answer.success
}

/** 60 characters take at most 240 bytes; most file systems accept 255. */
const MAX_FILE_NAME_CHARS = 60

/** Returns a title as a file name: without forbidden characters, and no longer than most file systems accept. */
const fileName = (title: string): string =>
  title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, MAX_FILE_NAME_CHARS) || '深度研究报告'

/** Maximum length of a list's name, in characters. */
const MAX_NAME_CHARS = 60

/** Maximum number of papers that one call can add to a list. */
const MAX_PAPERS = 500

/** Creates a knowledge base from the sources of a report that are in the library, cited or not. */
function useSaveSources({ title, references, read_not_cited }: ResearchReport) {
  const navigate = useNavigate()
  const create = useWrite(api.datasets.create, { refreshes: [api.datasets.all] })
  const keep = useWrite(api.datasets.keepPapers, { refreshes: [api.datasets.all] })
  const papers = [
    ...new Set([...references, ...read_not_cited].flatMap(({ paper_id }) => paper_id ?? [])),
  ].slice(0, MAX_PAPERS)
  const save = async () => {
    const created = await create.mutateAsync({ kind: 'reading', name: title.slice(0, MAX_NAME_CHARS) })
    if (!created.success) return toast(`没有新建：${created.message}`, { tone: 'bad' })
    const dataset_id = created.data.id
    const added = await keep.mutateAsync({
      paper_id_list: papers,
      targets: [{ dataset_id, folder_id: null }],
    })
    if (!added.success) return toast(`知识库已新建，文献没有放进去：${added.message}`, { tone: 'bad' })
    const open = () => void navigate(`/knowledgeBase?${new URLSearchParams({ dataset_id })}`)
    toast(`已新建${inCorners(created.data.name)}，放入 ${added.data.added} 篇`, {
      more: { name: '打开', run: open },
    })
  }
  return { papers, save, isSaving: create.isPending || keep.isPending }
}
